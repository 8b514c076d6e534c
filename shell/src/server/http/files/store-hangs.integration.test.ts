import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { LoadedRelease } from "../../releases/loaded-release.ts";
import type { ReleaseStore } from "../../releases/release-store.ts";
import { createFixtureApp, type FixtureApp } from "../../testing/fixture-app.ts";
import { fewPages } from "../../testing/few-pages.ts";
import { useFixtureApp } from "../../testing/use-fixture-app.ts";

const { bench } = useFixtureApp({ releases: { shell: fewPages } });

/** Versions of `content` that were live before, oldest first. */
const earlier: string[] = [];
let store: ReleaseStore;
let restarted: FixtureApp | undefined;

beforeAll(async () => {
  for (const index of [1, 2, 3, 4]) {
    earlier.push((await bench().store.current())?.set.versions["content"] ?? "");
    await bench().release("content", { files: { "browser/newer.js": `globalThis.newer = ${index};` } });
  }
});

/** A server that never read the earlier releases, as after a restart. */
beforeEach(async () => {
  store = { ...bench().reopen() };
  restarted = await createFixtureApp(bench(), { store });
  await restarted.live.refresh();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => vi.useRealTimers());
afterEach(() => restarted?.close());
afterAll(() => vi.useRealTimers());

/** Lets each read of a release hang until it is let go on, as a disk behind a network that is away does. */
function hang() {
  const { load } = store;
  const pending: (() => void)[] = [];
  const asked = vi.fn(
    (name: string, version: string) =>
      new Promise<LoadedRelease>((resolve) => pending.push(() => resolve(load(name, version)))),
  );
  store.load = asked;
  return {
    asked,
    /** Resolves when what hung is read. */
    async goOn() {
      store.load = load;
      for (const answer of pending) answer();
      await Promise.all(asked.mock.results.map(({ value }) => value));
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

async function ask(version: string | undefined) {
  const answer = await restarted?.server.inject(`/_release/content/${version}/remoteEntry.js`);
  return { status: answer?.statusCode, retryAfter: answer?.headers["retry-after"], code: toCode(answer?.body) };
}

function toCode(body = ""): unknown {
  return /"(FILE_LATE)"/.exec(body)?.[1];
}

const late = { status: 503, retryAfter: "5", code: "FILE_LATE" };

/** What is answered within ten seconds, which is less than a connection may be idle. */
async function answerInTime<T>(asking: Promise<T>): Promise<T | "still waiting"> {
  for (let second = 0; second < 10; second += 1) await vi.advanceTimersByTimeAsync(1000);
  return Promise.race([asking, Promise.resolve("still waiting" as const)]);
}

test("a file of an earlier release is answered 503 with Retry-After when the read hangs, and the store is asked once for it", async () => {
  const { asked, goOn } = hang();
  expect(await answerInTime(Promise.all([ask(earlier[0]), ask(earlier[0])]))).toEqual([late, late]);
  expect(await answerInTime(ask(earlier[0]))).toEqual(late);
  expect(asked).toHaveBeenCalledTimes(1);
  await goOn();
  expect(await ask(earlier[0])).toMatchObject({ status: 200 });
});

test("while reads hang, files of further releases are answered 503 at once, without another read", async () => {
  const { asked, goOn } = hang();
  await answerInTime(Promise.all([ask(earlier[0]), ask(earlier[1])]));
  expect(await ask(earlier[2])).toEqual(late);
  expect(await ask("1.0.0-000000000000")).toEqual(late);
  expect(asked).toHaveBeenCalledTimes(2);
  await goOn();
  expect(await ask(earlier[2])).toMatchObject({ status: 200 });
});

test("a version that is not known is answered 503 when it hangs whether the store has one", async () => {
  store.revision = () => new Promise(() => undefined);
  expect(await answerInTime(ask("1.0.0-000000000000"))).toEqual(late);
});
