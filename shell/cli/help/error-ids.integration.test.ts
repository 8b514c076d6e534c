// From the code that a visitor reads beside an error to the line in the log, and to the release or set.
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { errorIdPattern, toErrorId } from "../../src/layout/error-id.ts";
import { openAuditLog } from "../../src/server/access/audit-log.ts";
import { addViewer } from "../../src/server/testing/add-viewer.ts";
import { openTokenList } from "../../src/server/access/token-list.ts";
import { openFileLogs } from "../../src/server/releases/storage/file-channel-log.ts";
import { toServerSource } from "../../src/server/testing/fixture-release.ts";
import { tellBeacon, toBeacon } from "../../src/server/testing/tell-beacon.ts";
import { useFixtureApp } from "../../src/server/testing/use-fixture-app.ts";
import { runSiteIn, type SiteRun } from "../testing/run-site-fixture.ts";

const accessDir = mkdtempSync(join(tmpdir(), "access-"));
afterAll(() => rm(accessDir, { recursive: true, force: true }));
const tokens = openTokenList(openFileLogs(accessDir)("tokens"));
const lines: Record<string, unknown>[] = [];
const logTo = new Writable({
  write(chunk: Buffer, _encoding, done) {
    lines.push(...chunk.toString("utf8").trim().split("\n").map(parseLine));
    done();
  },
});
let isBusy = false;

/** The error page says the id that the server fills in. */
const errorServer = toServerSource(
  "compliance",
  `if (key === "error") return {
    html: "<p>Error code: " + escape(context.page.params.error || "none") + "</p>",
    head: { title: String(context.page.status), description: "An error" }, readsVisitor: false,
  };`,
);
/** The page of a remote that cannot be rendered. */
const brokenServer = toServerSource("content", `if (key === "about-us") throw new Error("no cards");`);

const { app, bench, get } = useFixtureApp({
  releases: { compliance: { server: errorServer }, content: { server: brokenServer } },
  measureShare: 1,
  trustedProxies: ["127.0.0.1"],
  loadShedder: { admits: () => !isBusy },
  logLevel: "info",
  logTo,
  access: { tokens, audit: openAuditLog(openFileLogs(accessDir)("audit")), trustDir: accessDir, publishing: undefined },
});

let url = "";
let token = "";
beforeAll(async () => {
  await bench().writeIdentities();
  url = await app().server.listen({ host: "127.0.0.1", port: 0 });
  token = await addViewer(tokens);
});

function parseLine(line: string): Record<string, unknown> {
  const entry: Record<string, unknown> = JSON.parse(line);
  return entry;
}

const site = (...words: string[]): Promise<SiteRun> => runSiteIn(bench().root, words, { SITE_TOKEN: token });
const findLine = (id: string): Record<string, unknown> => lines.find(({ errorId }) => errorId === id) ?? {};
const readSet = () => app().live.state()?.set;
const toLabel = (name: string): string => `${name}@${readSet()?.versions[name]}`;
/** The code that a text shows to a visitor. */
const readCode = (text: string): string => /Error code: ([0-9a-f]{12})\b/.exec(text)?.[1] ?? text;

describe("B305 the code of a request that failed", () => {
  test("is on the error page, in the log with set and revision, and leads there by site explain", async () => {
    const broken = vi.spyOn(app().live, "findPage").mockImplementationOnce(() => {
      throw new Error("no table is free");
    });
    const { statusCode, body } = await get("/contact/?email=ada@visitor.example");
    broken.mockRestore();
    const id = readCode(body);
    expect([statusCode, id]).toEqual([500, expect.stringMatching(errorIdPattern)]);
    const { id: set, revision } = readSet() ?? {};
    expect(findLine(id)).toMatchObject({ msg: "a request failed", problem: "no table is free", set, revision });
    const told = await site("explain", id, "--of", url);
    expect([told.code, told.out]).toEqual([
      0,
      expect.stringMatching(
        new RegExp(
          `^${id} of set ${set}, revision ${revision}: /contact/ answered 500 at \\d{4}-.*: no table is free\\n`,
        ),
      ),
    ]);
    expect(told.out).toContain(`"errorId":"${id}"`);
    expect(told.out).not.toContain("visitor.example");
    // Without a server, as when it was restarted since.
    const { code, out } = await site("explain", id);
    expect([code, out]).toEqual([0, expect.stringContaining(`${id} of set ${set}, revision ${revision}: a request`)]);
  });

  test("is in an answer of the API, another one for each", async () => {
    const ids = [];
    for (let index = 0; index < 2; index += 1) {
      const broken = vi.spyOn(app().data, "documents").mockImplementationOnce(() => {
        throw new Error("no menus");
      });
      const { id } = (await get("/api/navigations")).json<{ id: string }>();
      broken.mockRestore();
      ids.push(id);
      expect(findLine(id)).toMatchObject({ path: "/api/navigations", problem: "no menus" });
    }
    expect(new Set(ids).size).toBe(2);
    expect((await site("health", "--of", url)).out).toMatch(
      new RegExp(`^${ids[1]} .* 500 +/api/navigations no menus$`, "m"),
    );
  });

  test("is in the answers of a server that has too many requests, the same in all of them", async () => {
    isBusy = true;
    const answers = await Promise.all([fetch(`${url}/about-us/`), fetch(`${url}/contact/`)]);
    isBusy = false;
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    expect(answers.map(({ status }) => status)).toEqual([503, 503]);
    const [id = "", other] = texts.map(readCode);
    expect(other).toBe(id);
    expect(findLine(id)).toMatchObject({ msg: "there are more requests than can be answered: some get 503" });
    expect((await site("explain", id, "--of", url)).out).toContain("requests answered 503 at ");
  });

  test("is in no page that was only not found", async () => {
    const { statusCode, body } = await get("/no-such-page/");
    expect([statusCode, body]).toEqual([404, expect.stringContaining("Error code: none")]);
  });
});

test("B305 the code on a page whose remote could not be rendered is in the log with the release, and leads to it", async () => {
  const { statusCode, body } = await get("/about-us/");
  const id = readCode(body);
  expect([statusCode, id]).toEqual([200, expect.stringMatching(errorIdPattern)]);
  expect(findLine(id)).toMatchObject({
    msg: "a remote could not be rendered",
    remote: "content",
    version: readSet()?.versions["content"],
    problem: expect.stringContaining("no cards"),
  });
  const { code, out } = await site("explain", id);
  expect([code, out]).toEqual([
    0,
    expect.stringContaining(`${id} of ${toLabel("content")}: a region of it could not be rendered on the server`),
  ]);
});

describe("B305 the code of a region that failed in a browser", () => {
  test("leads to its release, and is in the log when a browser told of it", async () => {
    const id = toErrorId(toLabel("navigation"), "failed");
    expect((await site("explain", id)).out).toContain(
      `${id} of ${toLabel("navigation")}: a region of it did not start, or ended, in a browser`,
    );
    expect(findLine(id)).toEqual({});
    const problems = [{ kind: "failed" as const, remote: "navigation", at: [] }];
    for (const from of ["203.0.113.7", "198.51.100.7"])
      await tellBeacon(app(), toBeacon("none", readSet()?.versions ?? {}, { problems }), { from });
    expect(findLine(id)).toMatchObject({
      msg: "browsers tell of an error",
      kind: "failed",
      remote: "navigation",
      version: readSet()?.versions["navigation"],
      set: readSet()?.id,
    });
    expect(lines.filter(({ errorId }) => errorId === id)).toHaveLength(1);
    expect((await site("explain", id, "--of", url)).out).toContain(", on 2 documents");
  });

  test("fills the log with no more than 120 lines an hour, however many errors are invented", async () => {
    const { versions = {} } = readSet() ?? {};
    for (let index = 0; index < 300; index += 1) {
      const problems = [{ kind: "thrown" as const, at: [`navigation/remoteEntry.js:1:${index}`] }];
      await tellBeacon(app(), toBeacon("none", versions, { problems }), { from: `10.${index >> 8}.${index & 255}.7` });
    }
    const told = lines.filter(({ msg }) => msg === "browsers tell of an error");
    expect(told.length).toBeLessThanOrEqual(120);
    expect(told.length).toBeGreaterThan(100);
  });
});

test("B305 a code of no release and no set is refused, by its code", async () => {
  expect(await site("explain", "000000000000")).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^ERROR_UNASKED: /),
  });
  expect(await site("explain", "000000000000", "--of", url)).toMatchObject({
    code: 5,
    err: expect.stringMatching(/^ERROR_UNKNOWN: .*000000000000/),
  });
});
