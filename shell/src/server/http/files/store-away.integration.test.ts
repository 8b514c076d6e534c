import { rename } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createFixtureApp, type FixtureApp } from "../../testing/fixture-app.ts";
import { fewPages } from "../../testing/few-pages.ts";
import { useFixtureApp } from "../../testing/use-fixture-app.ts";

const { bench } = useFixtureApp({ releases: { shell: fewPages } });

/** A server that never read the earlier release, as after a restart. */
let restarted: FixtureApp | undefined;
let earlier = "";

beforeAll(async () => {
  earlier = (await bench().store.current())?.set.versions["content"] ?? "";
  await bench().release("content", { files: { "browser/newer.js": "globalThis.newer = 1;" } });
  restarted = await createFixtureApp(bench(), { store: bench().reopen() });
  await restarted.live.refresh();
});
afterAll(() => restarted?.close());

async function ask(version: string, file = "remoteEntry.js", name = "content") {
  const answer = await restarted?.server.inject(`/_release/${name}/${version}/${file}`);
  return {
    status: answer?.statusCode,
    retryAfter: answer?.headers["retry-after"],
    caching: answer?.headers["cache-control"],
  };
}

const unknown = { status: 503, retryAfter: "5", caching: "no-store" };
const none = { status: 404, retryAfter: undefined, caching: "no-store" };

describe("while the folder of the store is away", () => {
  beforeAll(() => rename(bench().root, `${bench().root}.away`));
  afterAll(() => rename(`${bench().root}.away`, bench().root));

  test("a file of an earlier release is answered 503 with Retry-After, and kept by no cache", async () => {
    expect(await ask(earlier)).toEqual(unknown);
  });

  test("so is a version that is not known, because the store may have it", async () => {
    expect(await ask("1.0.0-000000000000")).toEqual(unknown);
  });

  test.each([
    ["a version that no release can have", "1.0.0", "content"],
    ["a name that no package can have", "1.0.0-000000000000", "Content"],
  ])("%s is answered 404", async (_what, version, name) => {
    expect(await ask(version, "remoteEntry.js", name)).toEqual(none);
  });

  test("files of the live release are answered", async () => {
    const live = restarted?.live.state()?.set.versions["content"] ?? "";
    expect(await ask(live, "newer.js")).toMatchObject({ status: 200 });
    expect(await ask(live, "none.js")).toEqual(none);
  });
});

test("once the store is back, the earlier release is answered, and an unknown version with 404", async () => {
  expect(await ask(earlier)).toMatchObject({ status: 200 });
  expect(await ask("1.0.0-000000000000")).toEqual(none);
});
