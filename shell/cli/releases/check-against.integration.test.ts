import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createToken } from "../../src/server/access/access-token.ts";
import { openAuditLog } from "../../src/server/access/audit-log.ts";
import { openTokenList } from "../../src/server/access/token-list.ts";
import { openFileLogs } from "../../src/server/releases/storage/file-channel-log.ts";
import { fewPages } from "../../src/server/testing/few-pages.ts";
import { listExposeKeys } from "../../src/server/testing/fixture-release.ts";
import { useFixtureApp } from "../../src/server/testing/use-fixture-app.ts";
import { runSiteRemote } from "../../../shared-contracts/cli/run-site-remote.ts";
import { runSiteIn } from "../testing/run-site-fixture.ts";
import { toPackageRoot } from "../workspace/workspace.ts";

const accessDir = mkdtempSync(join(tmpdir(), "access-"));
afterAll(() => rm(accessDir, { recursive: true, force: true }));
const tokens = openTokenList(openFileLogs(accessDir)("tokens"));
const { bench, app } = useFixtureApp({
  releases: { shell: fewPages },
  access: {
    tokens,
    audit: openAuditLog(openFileLogs(accessDir)("audit")),
    trustDir: accessDir,
    publishing: undefined,
  },
});

/** Checks a release of content on a machine without a store, against the running site. */
async function check(folder: string, token: string | undefined) {
  return runSiteIn(
    join(accessDir, "no-store"),
    ["check", "content", "--from", folder, "--against", await toUrl()],
    token === undefined ? {} : { SITE_TOKEN: token },
  );
}

/** The address of the running site. */
async function toUrl(): Promise<string> {
  const server = app().server.server;
  if (!server.listening) await app().server.listen({ host: "127.0.0.1", port: 0 });
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the server has no port");
  return `http://127.0.0.1:${address.port}`;
}

async function makeToken(): Promise<string> {
  const expires = new Date(Date.now() + 86_400_000).toISOString();
  const made = new Date().toISOString();
  const { text, token } = createToken({ owner: "a test", role: "viewer", packages: [], made, expires });
  await tokens.add({ kind: "made", token, by: "a test" });
  return text;
}

test("a team without the store learns from the running site what its release would break", async () => {
  const token = await makeToken();
  const surface = { sends: {}, hears: {}, messages: {} };
  const exposes = listExposeKeys("content").flatMap((key) => (key === "contact" ? [] : { key }));
  const without = await bench().write("content", { exposes, document: { surface } });
  const refused = await check(without.folder, token);
  expect(refused.code).toBe(3);
  expect(refused.err).toContain("RELEASE_REMOVAL_UNANNOUNCED (removals) it no longer has the island contact");
  const good = await bench().write("content");
  expect(await check(good.folder, token)).toMatchObject({ code: 0, out: expect.stringContaining("what is live at") });
});

test("a site that does not let the team in is said with its answer", async () => {
  const { folder } = await bench().write("content");
  const { code, err } = await check(folder, undefined);
  expect(code).toBe(7);
  expect(err).toMatch(/^LIVE_UNREADABLE: What is live at http:\S+ cannot be read: \/-\/live answers 401/);
});

test("a team with a repository of its own learns the same from site-remote check --against", async () => {
  const url = await toUrl();
  const token = await makeToken();
  const run = async (env: Record<string, string>) => {
    const said = { out: "", err: "" };
    const code = await runSiteRemote(["check", "--against", url], {
      cwd: () => toPackageRoot("support-chat"),
      env,
      stdout: { write: (text) => (said.out += text) },
      stderr: { write: (text) => (said.err += text) },
    });
    return { code, ...said };
  };
  expect(await run({})).toMatchObject({
    code: 3,
    err: expect.stringMatching(/^LIVE_UNREADABLE: .*\/-\/live answers 401/),
  });
  expect(await run({ SITE_TOKEN: token })).toMatchObject({
    code: 3,
    out: expect.stringContaining(
      "RELEASE_SHARED_UNSUPPORTED (shared-libraries) it needs react ^19.3.1; the shell provides 19.0.0.",
    ),
  });
});
