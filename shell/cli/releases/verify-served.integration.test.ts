import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { toDigest } from "@site/contracts/releases/digest";
import { signDocument } from "@site/contracts/signing/signed-document";
import { toKeyObject } from "@site/contracts/signing/signing-key";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { planChannels } from "../../src/server/publishing/plan-channels.ts";
import { carryOut } from "../../src/server/publishing/promote.ts";
import { createIdentity } from "../../src/server/releases/trust/create-identities.ts";
import type { KeyDocument, RootDocument } from "../../src/server/releases/trust/trust-documents.ts";
import { toNextMoment } from "../../src/server/releases/trust/trusted-key.ts";
import { toServerSource } from "../../src/server/testing/fixture-release.ts";
import { fewPages } from "../../src/server/testing/few-pages.ts";
import { useReadableSite } from "../testing/use-readable-site.ts";
import { runSiteIn, type SiteRun } from "../testing/run-site-fixture.ts";

const { bench, app, folder, token, front } = useReadableSite({ releases: { shell: fewPages } });

const rootDigest = (): string => toDigest(Buffer.from(JSON.stringify(bench().trust.root)));

/** Runs `site verify --against` on a machine without the store. */
const verify = (words: readonly string[] = ["--trust-root", rootDigest()], env = { SITE_TOKEN: token() }) =>
  runSiteIn(join(folder, "no-store"), ["verify", "--against", front().url, ...words], env);

/** Changes a text that passes the front. */
const replace = (of: string, from: string | RegExp, to: string): void => {
  front().change((path, body) => (path.startsWith(of) ? Buffer.from(body.toString("utf8").replace(from, to)) : body));
};

test("another machine proves what visitors of a running site get, by the root that it knows", async () => {
  const versions = app().live.state()?.set.versions ?? {};
  const { code, out } = await verify();
  expect(code).toBe(0);
  for (const [name, version] of Object.entries(versions)) expect(out).toContain(`verified ${name}@${version}: `);
  expect(out).toContain(`is right, by the trust list of the root ${rootDigest()}`);
  expect(out).not.toContain("That list is the site's own");
  // Scripts and styles are asked for as browsers do.
  const files = front().asked.filter(({ path }) => path.startsWith("/_release/"));
  expect(files.some(({ path }) => path.startsWith("/_release/content/"))).toBe(true);
  expect(files.filter(({ hasToken }) => hasToken)).toEqual([]);
});

test("without a root it says that the site was believed about its own keys", async () => {
  const { code, out } = await verify([]);
  expect(code).toBe(0);
  expect(out).toContain("That list is the site's own. Compare its root with its owners'");
  const machine = await runSiteIn(join(folder, "no-store"), ["--json", "verify", "--against", front().url], {
    SITE_TOKEN: token(),
    TRUST_ROOT_DIGEST: rootDigest(),
  });
  expect(JSON.parse(machine.out)).toMatchObject({ isPinned: true, rootDigest: rootDigest() });
});

test("a script that a cache in front changed is named with its address", async () => {
  front().change((path, body) =>
    path.startsWith("/_release/content/") && path.endsWith(".js") ? Buffer.concat([body, Buffer.from(";")]) : body,
  );
  const { code, err } = await verify();
  expect(code).toBe(6);
  expect(err).toMatch(
    /^LIVE_UNPROVEN: What visitors of http:\S+ get is not what was signed: visitors get other bytes at \/_release\/content\/\S+\.js than content@\S+ was signed with\. /m,
  );
});

test("a cache that tells visitors an earlier set is found", async () => {
  replace("/builds/latest.json", /"revision":\d+/, '"revision":0');
  expect(await verify()).toMatchObject({
    code: 6,
    err: expect.stringMatching(/^LIVE_UNPROVEN: .*visitors are told revision 0, and operators revision \d/),
  });
  replace("/builds/latest.json", /"content":"[^"]*"/, '"content":"1.0.0-000000000000"');
  expect(await verify()).toMatchObject({
    code: 6,
    err: expect.stringMatching(/^LIVE_UNPROVEN: .*visitors are told other releases of content\./),
  });
});

test("a flip that reaches the servers behind one address one after the other is waited for", async () => {
  let asked = 0;
  front().change((path, body) =>
    path === "/builds/latest.json" && (asked += 1) < 3
      ? Buffer.from(body.toString("utf8").replace(/"revision":\d+/, '"revision":0'))
      : body,
  );
  expect(await verify()).toMatchObject({ code: 0 });
  expect(asked).toBe(3);
});

test.each([
  ["the operator's signature", "/-/live", /("sig":")[0-9a-f]{8}/, /^SIGNATURE_INVALID: /],
  ["a team's signature", "/-/releases/content/", /("sig":")[0-9a-f]{8}/g, /^SIGNATURE_INVALID: /],
  ["a root that is not the one that is known", "/-/trust/1.root.json", /("sig":")[0-9a-f]{8}/, /^TRUST_/],
])("%s that was changed proves nothing", async (_what, path, from, err) => {
  replace(path, from, "$100000000");
  expect(await verify()).toMatchObject({ code: 6, err: expect.stringMatching(err) });
});

test.each([
  ["has an empty root", "/-/trust/1.root.json", /^.*$/s, "", "TRUST_INVALID", "1.root.json"],
  ["is no list", "/-/trust/root.json", /^.*$/s, "{}", "TRUST_INVALID", "root.json"],
  [
    "has teams that its root did not sign",
    "/-/trust/targets.json",
    /("sig":")[0-9a-f]{8}/,
    "$100000000",
    "TRUST_INVALID",
    "targets.json",
  ],
])(
  "a trust list that %s is named by its address, where its reader finds it",
  async (_what, path, from, to, code, file) => {
    replace(path, from, to);
    const { err } = await verify();
    expect(err).toContain(`${code}: The trust list ${front().url}/-/trust/${file} `);
    expect(err).not.toContain(tmpdir());
  },
);

test("a trust list that a proxy does not let through is no list that is missing", async () => {
  front().fail("/-/trust/targets.json", 502);
  expect(await verify()).toMatchObject({
    code: 7,
    err: expect.stringMatching(/^LIVE_UNREADABLE: .*it answered 502 for \/-\/trust\/targets\.json\. /),
  });
});

test("a root that is another one than the site's is refused, and so is one without a site", async () => {
  const other = await verify(["--trust-root", "0".repeat(96)]);
  expect(other).toMatchObject({ code: 6, err: expect.stringMatching(/^TRUST_UNPINNED: /) });
  // The list was read from the site: a folder of this command would be gone when its name is read.
  expect(other.err).toContain(`No root in ${front().url}/-/trust has the sha384 ${"0".repeat(96)}`);
  expect(other.err).toContain("--trust-root");
  expect(await verify(["--trust-root", "3b7f"])).toMatchObject({ code: 2 });
  const alone = await runSiteIn(join(folder, "no-store"), ["verify", "--trust-root", rootDigest()]);
  expect(alone).toMatchObject({ code: 2, err: expect.stringContaining("--trust-root goes with --against") });
});

test.each([
  [
    "the store of the site cannot be reached",
    "STORE_UNREACHABLE",
    7,
    /^LIVE_UNREADABLE: .*: it cannot read its own release store now \(STORE_UNREACHABLE\)\. /m,
  ],
  [
    "a key was revoked since",
    "KEY_REVOKED",
    6,
    /^LIVE_REVOKED: What is live at \S+ is signed with a key that does not count any more\. It is so\. Promote the same releases there once more, with a key that counts\.$/m,
  ],
  [
    "it was changed",
    "SIGNATURE_INVALID",
    6,
    /^LIVE_UNPROVEN: .*: it shows no record of its live set that verifies \(SIGNATURE_INVALID\)\. Find out /m,
  ],
])("a site that has no record to show because %s is said to be that", async (_what, code, exitCode, err) => {
  front().change((path, body) => {
    if (path !== "/-/live") return body;
    const answer = { ...JSON.parse(body.toString("utf8")), record: null, problem: { code, detail: "It is so." } };
    return Buffer.from(JSON.stringify(answer));
  });
  expect(await verify()).toMatchObject({ code: exitCode, err: expect.stringMatching(err) });
});

const verifyWith = (env: Record<string, string>): Promise<SiteRun> =>
  runSiteIn(join(folder, "no-store"), ["verify", "--against", front().url], env);

test("a site that does not let the reader in is said with its answer", async () => {
  expect(await verifyWith({})).toMatchObject({
    code: 7,
    err: expect.stringMatching(
      /^LIVE_UNREADABLE: .* cannot be read: it answered 401 TOKEN_MISSING for \/-\/live: This address needs a token of this site .*SITE_TOKEN for a command.*\. Where nothing answers, check the address and whether the site runs; where a token is asked for, set SITE_TOKEN to one of that site\./,
    ),
  });
  expect((await verifyWith({ SITE_TOKEN: `site_${"0".repeat(12)}_${"a".repeat(43)}` })).err).toMatch(
    /^LIVE_UNREADABLE: .*: it answered 401 TOKEN_UNKNOWN for \/-\/live: This server knows no such token\. /,
  );
});

describe("while a canary is tried", () => {
  let canary = "";
  const note = { why: "a reason", checkSet: async () => ({ sites: ["GGPPH"], checks: [] }) };
  beforeAll(async () => {
    const { version } = await bench().admit("content", { server: toServerSource("the text that is tried") });
    canary = version;
    const plan = { kind: "canary-start", changes: { content: version }, percent: 30, first: 90 } as const;
    await carryOut(bench().store, await planChannels(bench().store, plan), note);
    await app().live.refresh();
  });

  test("its releases are proved too, for a share of the visitors gets them", async () => {
    const { code, out } = await verify();
    expect(code).toBe(0);
    expect(out).toContain(`verified content@${canary}: `);
    expect(front().asked.some(({ path }) => path.startsWith(`/_release/content/${canary}/`))).toBe(true);
    // What it has in common with the stable set is read once.
    expect(out.match(/^verified navigation@/gm)).toHaveLength(1);
  });

  test("a script of it that a cache in front changed is named", async () => {
    front().change((path, body) =>
      path.startsWith(`/_release/content/${canary}/`) && path.endsWith(".js")
        ? Buffer.concat([body, Buffer.from(";")])
        : body,
    );
    expect(await verify()).toMatchObject({
      code: 6,
      err: expect.stringMatching(
        new RegExp(`^LIVE_UNPROVEN: .*get other bytes at \\S+ than content@${canary} was signed with`, "m"),
      ),
    });
  });

  test("visitors of it who are told another set than either are found", async () => {
    replace("/builds/latest.json", `"content":"${canary}"`, '"content":"1.0.0-000000000000"');
    expect(await verify()).toMatchObject({
      code: 6,
      err: expect.stringMatching(/^LIVE_UNPROVEN: .*visitors of the canary are told other releases of content\./m),
    });
  });
});

test("releases that a key of the release check admitted before it was rotated are proved afterwards", async () => {
  const { rootDocument, signerOf } = bench().trust;
  const { keyId, publicKey, owner } = createIdentity({ kind: "check" });
  const { roles, keys } = rootDocument;
  const retired = Object.entries(keys).map(([id, key]): [string, KeyDocument] => [
    id,
    roles.snapshot.keyids.includes(id) ? { ...key, retired: toNextMoment(new Date()) } : key,
  ]);
  const next: RootDocument = {
    ...rootDocument,
    version: 2,
    keys: { ...Object.fromEntries(retired), [keyId]: { ...toKeyObject(publicKey), owner } },
    roles: { ...roles, snapshot: { keyids: [...roles.snapshot.keyids, keyId], threshold: 1 } },
  };
  const text = JSON.stringify(await signDocument(next, [signerOf({ kind: "root" })]));
  for (const file of ["root.json", "2.root.json"]) await writeFile(join(folder, file), text);
  onTestFinished(() => void vi.useRealTimers());
  vi.setSystemTime(Date.now() + 2000);
  expect(await verify()).toMatchObject({
    code: 0,
    out: expect.stringContaining("every signature and hash of revision"),
  });
});
