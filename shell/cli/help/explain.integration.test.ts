import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { browserMapsFile } from "@site/contracts/releases/browser-maps";
import { openAuditLog } from "../../src/server/access/audit-log.ts";
import { addViewer } from "../../src/server/testing/add-viewer.ts";
import { openTokenList } from "../../src/server/access/token-list.ts";
import { openFileLogs } from "../../src/server/releases/storage/file-channel-log.ts";
import { createFixtureApp } from "../../src/server/testing/fixture-app.ts";
import { fixtureMaps, fixtureSource } from "../../src/server/testing/fixture-maps.ts";
import { toServerSource } from "../../src/server/testing/fixture-release.ts";
import { tellBeacon, toBeacon } from "../../src/server/testing/tell-beacon.ts";
import { useFixtureApp } from "../../src/server/testing/use-fixture-app.ts";
import { runSiteIn, type SiteRun } from "../testing/run-site-fixture.ts";

const accessDir = mkdtempSync(join(tmpdir(), "access-"));
afterAll(() => rm(accessDir, { recursive: true, force: true }));
const tokens = openTokenList(openFileLogs(accessDir)("tokens"));
const { app, bench } = useFixtureApp({
  releases: { content: { files: fixtureMaps } },
  measureShare: 1,
  access: {
    tokens,
    audit: openAuditLog(openFileLogs(accessDir)("audit")),
    trustDir: accessDir,
    publishing: undefined,
  },
});

const source = `${fixtureSource.file}:${fixtureSource.line}:${fixtureSource.column}`;
let url = "";
let token = "";
let content = "";
beforeAll(async () => {
  await bench().writeIdentities();
  content = (await bench().store.current())?.set.versions["content"] ?? "";
  url = await app().server.listen({ host: "127.0.0.1", port: 0 });
  token = await addViewer(tokens);
});

const site = (...words: string[]): Promise<SiteRun> => runSiteIn(bench().root, words, { SITE_TOKEN: token });

describe("B305 site explain", () => {
  test.each([
    ["a place of what is live", () => "content/remoteEntry.js:1:12"],
    ["a place of a release", () => `content@${content}/remoteEntry.js:1:12`],
    [
      "a line of a stack of Chromium",
      () => `    at x (https://a.example/_release/content/${content}/remoteEntry.js:1:12)`,
    ],
    ["a line of a stack of Firefox", () => `x@https://a.example/_release/content/${content}/remoteEntry.js:1:12`],
    ["a line of a log", () => JSON.stringify({ level: 50, at: [`content@${content}/remoteEntry.js:1:12`], msg: "x" })],
  ])("names the source file, line, remote and release of %s", async (_what, toText) => {
    expect(await site("explain", toText())).toEqual({
      code: 0,
      out: `content@${content}/remoteEntry.js:1:12\n  ${source}`,
      err: "",
    });
  });

  test("answers each place of a stack in its order, and why one is not known", async () => {
    const stack = [
      "Error: asked to throw",
      `    at a (${url}/_release/content/${content}/remoteEntry.js:1:12)`,
      `    at b (${url}/_release/content/${content}/missing.js:1:5)`,
      "    at c (content/island.js:1:5)",
      "    at d (navigation/remoteEntry.js:1:5)",
      "    at e (content@1.0.0-000000000000/remoteEntry.js:1:5)",
    ].join("\n");
    const { code, out } = await site("--json", "explain", stack);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      places: [
        { remote: "content", release: `content@${content}`, source: fixtureSource, problem: null },
        { file: "missing.js", source: null, problem: expect.stringMatching(/has no file missing\.js/) },
        { file: "island.js", source: null, problem: expect.stringMatching(/says nothing of this place/) },
        { remote: "navigation", source: null, problem: expect.stringMatching(/has no source maps/) },
        { release: "content@1.0.0-000000000000", source: null, problem: expect.stringMatching(/^RELEASE_NOT_FOUND/) },
      ],
    });
  });

  test("takes places without a version as those of the release that is named", async () => {
    const { version } = await bench().admit("content", { files: { "browser/island.js": "globalThis.other = 1;" } });
    const { code, out } = await site("explain", "content/remoteEntry.js:1:12", "--release", `content@${version}`);
    expect([code, out]).toEqual([5, expect.stringContaining(`content@${version}/remoteEntry.js:1:12\n  (unknown: `)]);
  });

  test("resolves the id of an error that browsers told of, which site health lists", async () => {
    const { versions } = app().live.state()?.set ?? { versions: {} };
    const problems = [{ kind: "thrown" as const, at: ["shell/react.js:1:20", "content/remoteEntry.js:1:12"] }];
    for (const from of ["203.0.113.7", "203.0.113.9"])
      expect(await tellBeacon(app(), toBeacon("none", versions, { problems }), { from })).toBe(204);
    const { out } = await site("health", "content", "--of", url);
    const id = /^([0-9a-f]{12}) +1 +thrown +shell@/m.exec(out)?.[1] ?? "none";
    const told = await site("explain", id, "--of", url);
    expect([told.code, told.out]).toEqual([
      0,
      expect.stringContaining(`content@${content}/remoteEntry.js:1:12\n  ${source}`),
    ]);
    expect(await site("explain", "0123456789ab", "--of", url)).toMatchObject({
      code: 5,
      err: expect.stringMatching(/^ERROR_UNKNOWN: .*0123456789ab/),
    });
    // Without a server, the release alone is known.
    expect(await site("explain", id)).toMatchObject({
      code: 0,
      out: expect.stringContaining(`${id} of content@${content}: `),
    });
    expect(await site("explain", "0123456789ab")).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^ERROR_UNASKED: .*--of/),
    });
  });

  test("refuses a text without a place, by its code", async () => {
    expect(await site("explain", "it does not work")).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^PLACE_UNKNOWN: .*it does not work/),
    });
  });

  test("is completed", async () => {
    expect((await site("complete", "--", "expl")).out).toBe("explain");
    expect((await site("complete", "--", "explain", "x", "--")).out.split("\n")).toEqual(
      expect.arrayContaining(["--of", "--release"]),
    );
  });
});

test("B305 the server's log names where a remote threw, and site explain where that is in the sources", async () => {
  const { version } = await bench().release("content", {
    server: toServerSource("content", "throw new Error('no cards');"),
    // The third line is the one that throws.
    files: {
      "server/entry.cjs.map": JSON.stringify({
        version: 3,
        sources: [fixtureSource.file],
        names: [],
        mappings: ";;AAME",
      }),
    },
  });
  const lines: string[] = [];
  const logTo = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(...chunk.toString("utf8").trim().split("\n"));
      done();
    },
  });
  const other = await createFixtureApp(bench(), { logLevel: "error", logTo });
  await other.live.refresh();
  await other.close();
  const line = lines.find((one) => one.includes("a remote could not be rendered")) ?? "";
  expect(line).toContain("no cards");
  const { code, out } = await site("explain", line);
  expect(code).toBe(0);
  expect(out).toContain(`content@${version}/server/entry.cjs:3:`);
  expect(out).toContain(`\n  ${source}`);
});

test("B305 no address of a release has its source maps", async () => {
  for (const file of [
    browserMapsFile,
    browserMapsFile.replace("server/", ""),
    `../${browserMapsFile}`,
    "remoteEntry.js.map",
  ]) {
    const { statusCode } = await app().server.inject(`/_release/content/${content}/${file}`);
    expect([file, statusCode]).toEqual([file, 404]);
  }
  expect((await app().server.inject(`/_release/content/${content}/remoteEntry.js`)).statusCode).toBe(200);
});
