import { mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { toDigest } from "@site/contracts/releases/digest";
import { parseRelease } from "@site/contracts/releases/release";
import { listStreamedFiles } from "@site/contracts/releases/release-stream";
import * as v from "valibot";
import { afterAll, expect, test } from "vitest";
import { type AccessToken, createToken } from "../../access/access-token.ts";
import { openAuditLog } from "../../access/audit-log.ts";
import { openTokenList } from "../../access/token-list.ts";
import { openFileLogs } from "../../releases/storage/file-channel-log.ts";
import { createFixtureApp } from "../../testing/fixture-app.ts";
import { useFixtureApp } from "../../testing/use-fixture-app.ts";

const accessDir = mkdtempSync(join(tmpdir(), "access-"));
// A trust list of which only the bytes matter here.
writeFileSync(join(accessDir, "root.json"), "{}");
afterAll(() => rm(accessDir, { recursive: true, force: true }));
const openTokens = () => openTokenList(openFileLogs(accessDir)("tokens"));

const access = {
  tokens: openTokens(),
  audit: openAuditLog(openFileLogs(accessDir)("audit")),
  trustDir: accessDir,
  publishing: undefined,
};
const { bench, app, get } = useFixtureApp({ access });

const day = 86_400_000;

/** Makes a token as another process would, and gives its text. */
async function makeToken(given: Partial<AccessToken> = {}): Promise<string> {
  const { text, token } = createToken({
    owner: "a test",
    role: "viewer",
    packages: [],
    made: new Date().toISOString(),
    expires: new Date(Date.now() + day).toISOString(),
    ...given,
  });
  await openTokens().add({ kind: "made", token, by: "a test" });
  return text;
}

const bearer = (text: string) => ({ authorization: `Bearer ${text}` });

/** Every address that is only read. `content` is replaced by the live version. */
const addresses = [
  "/-/live",
  "/-/health",
  "/-/site",
  "/-/trust/root.json",
  "/-/releases/content",
  "/-/releases/content/{version}",
  "/-/releases/content/{version}/content",
  "/-/releases/content/{version}/files/server/entry.cjs",
];

function fill(address: string): string {
  return address.replace("{version}", app().live.state()?.set.versions["content"] ?? "none");
}

test.each(addresses)("B296 %s is refused without a token that is good now", async (address) => {
  const url = fill(address);
  const refusals = {
    TOKEN_MISSING: {},
    TOKEN_UNKNOWN: bearer((await makeToken()).replace(/.$/, (one) => (one === "A" ? "B" : "A"))),
    TOKEN_EXPIRED: bearer(await makeToken({ expires: new Date(Date.now() - 1000).toISOString() })),
    TOKEN_REVOKED: bearer(await makeRevoked()),
  };
  for (const [code, headers] of Object.entries(refusals)) {
    const { statusCode, json, headers: answered } = await get(url, headers);
    expect([statusCode, json<{ title: string }>().title, answered["www-authenticate"]]).toEqual([
      401,
      code,
      'Bearer realm="site"',
    ]);
  }
});

test("B296 a file of the trust list that is not there is named without the folders of the server", async () => {
  const { statusCode, body } = await get("/-/trust/9.root.json", bearer(await makeToken()));
  expect(statusCode).toBe(404);
  expect(body).toContain("The trust list 9.root.json is not there.");
  expect(body).not.toContain(accessDir);
});

async function makeRevoked(): Promise<string> {
  const text = await makeToken();
  expect((await get("/-/live", bearer(text))).statusCode).toBe(200);
  await openTokens().revoke(text.slice(5, 17), { at: new Date(), why: "left", by: "a test" });
  return text;
}

test.each(["viewer", "team", "operator"] as const)("B296 a %s reads what is live", async (role) => {
  const token = await makeToken({ role, packages: role === "team" ? ["content"] : [] });
  const { statusCode, json, headers } = await get("/-/live", bearer(token));
  const set = app().live.state()?.set;
  expect([statusCode, headers["cache-control"]]).toEqual([200, "no-store"]);
  expect(json()).toMatchObject({
    siteId: "GGPPH",
    revision: set?.revision,
    id: set?.id,
    packages: { content: { version: set?.versions["content"], digest: set?.digests["content"] } },
    problem: null,
  });
});

/** Every address with the least role that may ask for it. */
const endpoints = [
  ...addresses.map((address) => ["GET", address, "viewer"] as const),
  ["GET", "/-/audit", "operator"] as const,
  ["PUT", "/-/releases/content", "team"] as const,
];

test.each(endpoints)("B296 %s %s answers each token by its role and state", async (method, address, needed) => {
  const roles = ["viewer", "team", "operator"] as const;
  const isEnough = (role: (typeof roles)[number]): boolean => roles.indexOf(role) >= roles.indexOf(needed);
  // This server has no key of the release check: who may publish is told that it admits none.
  const good = method === "PUT" ? "PUBLISHING_OFF" : 200;
  const cases: [what: string, headers: Record<string, string>, expected: number | string][] = [
    ["none", {}, "TOKEN_MISSING"],
    ["no bearer", { authorization: `Basic ${await makeToken({ role: "operator" })}` }, "TOKEN_MISSING"],
    ["another text", bearer((await makeToken()).replace(/.$/, (one) => (one === "A" ? "B" : "A"))), "TOKEN_UNKNOWN"],
    ["revoked", bearer(await makeRevoked()), "TOKEN_REVOKED"],
    ["viewer", bearer(await makeToken()), isEnough("viewer") ? good : "TOKEN_ROLE_LOW"],
    ["operator", bearer(await makeToken({ role: "operator" })), good],
  ];
  const toTeam = (packages: string[]) => makeToken({ role: "team", packages });
  cases.push(["its team", bearer(await toTeam(["content"])), isEnough("team") ? good : "TOKEN_ROLE_LOW"]);
  const foreign = method === "PUT" ? "TOKEN_FOREIGN" : good;
  cases.push(["another team", bearer(await toTeam(["download"])), isEnough("team") ? foreign : "TOKEN_ROLE_LOW"]);
  for (const role of roles)
    cases.push([
      `expired ${role}`,
      bearer(await makeToken({ role, packages: ["content"], expires: new Date(Date.now() - 1000).toISOString() })),
      "TOKEN_EXPIRED",
    ]);
  for (const [what, headers, expected] of cases) {
    const { statusCode, body } = await app().server.inject({ method, url: fill(address), headers });
    const answered = statusCode === 200 ? 200 : JSON.parse(body).title;
    expect({ what, answered }).toEqual({ what, answered: expected });
    if (expected === "TOKEN_ROLE_LOW" || expected === "TOKEN_FOREIGN") expect(statusCode).toBe(403);
    const sent = headers["authorization"]?.split(" ")[1];
    if (sent !== undefined) expect(body).not.toContain(sent);
  }
});

test("B297 the live set and its releases are handed out as they were signed, so that the reader verifies them", async () => {
  const headers = bearer(await makeToken());
  const { trust } = bench().trust;
  const { record, packages } = (await get("/-/live", headers)).json<{
    record: { signed: { set: unknown } };
    packages: Record<string, { version: string; digest: string }>;
  }>();
  expect(record.signed.set).toEqual({ schemaVersion: 1, packages });
  const { version = "", digest } = packages["content"] ?? {};
  const answer = (await get(`/-/releases/content/${version}`, headers)).json<{
    manifest: unknown;
    admission: unknown;
  }>();
  const { signed } = trust.verify(answer.manifest, {
    role: { kind: "team", name: "content" },
    type: "release",
    schema: v.unknown(),
  });
  expect(parseRelease(signed, "content").version).toBe(version);
  expect(
    trust.verify(answer.admission, { role: { kind: "check" }, type: "admission", schema: v.unknown() }).signed,
  ).toMatchObject({
    name: "content",
    version,
    digest,
  });
});

test("B297 the content of a release is its header and the bytes of its files, each with the hash of the manifest", async () => {
  const headers = bearer(await makeToken());
  const { rawPayload, headers: answered } = await get(fill("/-/releases/content/{version}/content"), headers);
  expect(answered["content-type"]).toBe("application/vnd.site.release");
  const end = rawPayload.indexOf("\n");
  const header: { manifest: { signed: unknown } } = JSON.parse(rawPayload.subarray(0, end).toString());
  const release = parseRelease(header.manifest.signed, "content");
  let at = end + 1;
  for (const { path, size, integrity } of listStreamedFiles(release)) {
    const bytes = rawPayload.subarray(at, at + size);
    expect(`sha384-${Buffer.from(toDigest(bytes), "hex").toString("base64")}`).toBe(integrity);
    expect((await get(fill(`/-/releases/content/{version}/files/${path}`), headers)).rawPayload.equals(bytes)).toBe(
      true,
    );
    at += size;
  }
  expect(at).toBe(rawPayload.length);
});

test("what is not there is a 404 with its code, and no file beside the trust list is handed out", async () => {
  const headers = bearer(await makeToken());
  for (const [url, code] of [
    ["/-/releases/lobby", "RELEASE_NOT_FOUND"],
    ["/-/releases/content/1.0.0-000000000000", "RELEASE_NOT_FOUND"],
    ["/-/releases/content/1.0.0-000000000000/content", "RELEASE_NOT_FOUND"],
    [fill("/-/releases/content/{version}/files/browser/none.js"), "RELEASE_NOT_FOUND"],
    [fill("/-/releases/content/{version}/files/../../../etc/passwd"), undefined],
    ["/-/trust/channels", "TRUST_MISSING"],
    ["/-/trust/..%2ftokens.json", "TRUST_MISSING"],
  ] as const) {
    const { statusCode, headers: answered, body } = await get(url, headers);
    expect([url, statusCode]).toEqual([url, 404]);
    if (code !== undefined) {
      expect(JSON.parse(body)).toMatchObject({ title: code });
      expect(answered["content-type"]).toContain("application/problem+json");
    }
  }
});

test("the configuration and the data documents of the site are handed out", async () => {
  expect((await get("/-/site", bearer(await makeToken()))).json()).toMatchObject({
    siteId: "GGPPH",
    configuration: { siteId: "GGPPH" },
    documents: { navigations: expect.anything() },
  });
});

test("G9 B296 who asks without a token that counts is limited as well, so that guessing keeps no team waiting", async () => {
  const own = await createFixtureApp(bench(), { trustedProxies: ["127.0.0.1"], access });
  const headers = { authorization: `Bearer site_0123456789ab_${"x".repeat(43)}` };
  const ask = async (from: string): Promise<number> =>
    (await own.server.inject({ url: "/-/live", headers: { ...headers, "x-forwarded-for": from } })).statusCode;
  try {
    for (let sent = 0; sent < 2400; sent += 1) expect(await ask("198.51.100.1")).toBe(401);
    expect(await ask("198.51.100.1")).toBe(429);
    expect(await ask("198.51.100.2")).toBe(401);
    // Behind a proxy that is not named, a team has the address of who guesses.
    const team = { ...bearer(await makeToken()), "x-forwarded-for": "198.51.100.1" };
    expect((await own.server.inject({ url: "/-/site", headers: team })).statusCode).toBe(200);
  } finally {
    await own.close();
  }
});
