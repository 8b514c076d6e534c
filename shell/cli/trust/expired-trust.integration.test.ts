import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { toStorePlaces } from "../../src/server/releases/stores/open-store.ts";
import { renewLists } from "../../src/server/releases/trust/change-teams.ts";
import { fewPages } from "../../src/server/testing/few-pages.ts";
import { createFixtureBench, type FixtureBench } from "../../src/server/testing/fixture-bench.ts";
import { toServerSource } from "../../src/server/testing/fixture-release.ts";
import { type ServedSite, serveSite } from "../../src/server/testing/nats-sites.ts";
import { exitCodes } from "../command-line/exit-codes.ts";
import { runSiteIn, type SiteRun } from "../testing/run-site-fixture.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** What each command says: the file, the day, and what to do. */
const sentence =
  /The trust list \S+\.json expired on 2026-01-01T00:00:00\S*\. Have its owners sign a new version, and put that into TRUST_DIR\./;
const expiry = new Date("2026-01-01T00:00:00Z");

let bench: FixtureBench;
let running: ServedSite | undefined;
let content = { folder: "", version: "" };

const site = (...words: string[]): Promise<SiteRun> => runSiteIn(bench.root, words);
const serve = (state: string): Promise<ServedSite> =>
  serveSite("one", { STORE_DIR: bench.root, STATE_DIR: join(bench.root, `../${state}`) });
const readPage = async (): Promise<string> => (await fetch(`${running?.origin}/about-us/`)).text();

beforeAll(async () => {
  bench = await createFixtureBench();
  await bench.writeIdentities();
  await bench.releaseAll({ shell: fewPages, content: { server: toServerSource("live content") } });
  content = await bench.write("content", { server: toServerSource("newer content") });
  running = await serve("served");
  await renewLists(toStorePlaces(bench.root), expiry);
});
afterAll(async () => {
  await running?.stop("SIGKILL");
  await bench.remove();
});

describe("after the trust list has expired", () => {
  test.each([
    ["publish", () => site("publish", "content", "--from", content.folder)],
    ["promote", () => site("promote", `content@${content.version}`, "--why", "a test")],
  ])("%s refuses with one sentence that says what to do", async (_verb, run) => {
    const { code, out, err } = await run();
    expect({ code, out }).toEqual({ code: exitCodes.trust.code, out: "" });
    expect(err).toMatch(sentence);
    expect(err.split("\n")).toHaveLength(1);
  });

  test("a running server keeps what is live, and says that it accepts nothing new", async () => {
    await vi.waitFor(() => expect(running?.log()).toMatch(/TRUST_EXPIRED.*what is live stays, and no new record/), {
      timeout: 20_000,
    });
    expect(await readPage()).toContain("live content");
  });

  test("a server that starts ends with the same sentence, also where one ran before", async () => {
    await expect(serve("new")).rejects.toThrow(sentence);
    await expect(serve("served")).rejects.toThrow(sentence);
    expect(await readPage()).toContain("live content");
  });

  test("a renewed list ends it: the running server shows the release that was refused", async () => {
    expect((await site("trust", "renew", "--days", "30")).code).toBe(0);
    expect(await site("publish", "content", "--from", content.folder)).toMatchObject({ code: 0 });
    expect(await site("promote", `content@${content.version}`, "--why", "a test")).toMatchObject({ code: 0 });
    await vi.waitFor(async () => expect(await readPage()).toContain("newer content"), { timeout: 20_000 });
  });
});
