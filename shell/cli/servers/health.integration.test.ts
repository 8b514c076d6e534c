import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAuditLog } from "../../src/server/access/audit-log.ts";
import { addViewer } from "../../src/server/testing/add-viewer.ts";
import { openTokenList } from "../../src/server/access/token-list.ts";
import { openFileLogs } from "../../src/server/releases/storage/file-channel-log.ts";
import { useFixtureApp } from "../../src/server/testing/use-fixture-app.ts";
import { runSiteIn, type SiteRun } from "../testing/run-site-fixture.ts";

const accessDir = mkdtempSync(join(tmpdir(), "access-"));
afterAll(() => rm(accessDir, { recursive: true, force: true }));
const tokens = openTokenList(openFileLogs(accessDir)("tokens"));
const { app } = useFixtureApp({
  measureShare: 1,
  access: {
    tokens,
    audit: openAuditLog(openFileLogs(accessDir)("audit")),
    trustDir: accessDir,
    publishing: undefined,
  },
});

let url = "";
let token = "";
beforeAll(async () => {
  url = await app().server.listen({ host: "127.0.0.1", port: 0 });
  token = await addViewer(tokens);
});

const health = (words: string[], env: Record<string, string> = { SITE_TOKEN: token }): Promise<SiteRun> =>
  runSiteIn(join(accessDir, "no-store"), ["health", ...words, "--of", url], env);

test("B302 site health says what visitors met by release, with intervals", async () => {
  expect((await health([])).out).toBe("No browser has told of a document yet.");
  const versions = app().live.state()?.set.versions ?? {};
  await fetch(`${url}/-/beacon`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0",
    },
    body: JSON.stringify({
      channel: "none",
      releases: Object.entries(versions).map(([name, version]) => `${name}@${version}`),
      problems: [{ kind: "failed", remote: "content", at: [] }],
      vitals: [{ name: "inp", remote: "content", value: 120 }],
    }),
  });
  const { code, out } = await health(["content"]);
  expect(code).toBe(0);
  expect(out.split("\n")).toEqual([
    expect.stringMatching(/^RELEASE +DOCUMENTS +WITH A PROBLEM/),
    expect.stringMatching(
      new RegExp(
        `^content@${versions["content"]} +1 +100\\.0 % \\(20\\.7 to 100\\.0\\) +120 ms \\(120 to 120\\) +\\(none\\)`,
      ),
    ),
    "",
    expect.stringMatching(/^ERROR +DOCUMENTS +KIND +WHERE/),
    expect.stringMatching(new RegExp(`^[0-9a-f]{12} +1 +failed +content@${versions["content"]}$`)),
  ]);
});

test("site health of a remote that no document had is refused with those that are known, not told as one that met nothing", async () => {
  expect(await health(["Content"])).toEqual({
    code: 5,
    out: "",
    err: expect.stringMatching(/^PACKAGE_UNKNOWN: There is no package Content\. There are: .*content/),
  });
});

test("B296 site health without a token is refused with the site's answer", async () => {
  expect(await health([], {})).toMatchObject({ code: expect.any(Number), err: expect.stringContaining("401") });
});
