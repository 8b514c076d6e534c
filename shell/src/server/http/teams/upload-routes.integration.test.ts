import { mkdtempSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { uploadLimits } from "@site/contracts/publishing/upload-order";
import { uploadRelease } from "@site/contracts/publishing/upload-release";
import { toDigest } from "@site/contracts/releases/digest";
import { toIntegrity } from "@site/contracts/releases/integrity";
import { toContentVersion } from "@site/contracts/releases/content-version";
import { releaseStreamType, writeReleaseStream } from "@site/contracts/releases/release-stream";
import { toJsonObject } from "@site/contracts/signing/json-object";
import { signDocument, type Signer, toCanonicalBytes } from "@site/contracts/signing/signed-document";
import type { JsonObject } from "@site/contracts/signing/strict-json";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { type AccessToken, createToken } from "../../access/access-token.ts";
import { openAuditLog } from "../../access/audit-log.ts";
import { openTokenList } from "../../access/token-list.ts";
import { type Disk, realDisk } from "../../disk/disk.ts";
import type { AdmitUpload } from "../../publishing/admit-upload.ts";
import { createFileBlobs } from "../../releases/storage/file-blobs.ts";
import { openFileLogs } from "../../releases/storage/file-channel-log.ts";
import type { LoadedRelease } from "../../releases/loaded-release.ts";
import { readRelease } from "../../releases/release-files.ts";
import type { Trust } from "../../releases/trust/trust.ts";
import { toStorePlaces } from "../../releases/stores/open-store.ts";
import { revokeKey } from "../../releases/trust/change-teams.ts";
import { openTrust } from "../../releases/trust/open-trust.ts";
import { createFixtureApp, type FixtureApp } from "../../testing/fixture-app.ts";
import { fewPages } from "../../testing/few-pages.ts";
import { createFixtureBench, type FixtureBench } from "../../testing/fixture-bench.ts";
import { isSiteError, toProblem } from "@site/contracts/errors";

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const accessDir = mkdtempSync(join(tmpdir(), "access-"));
const openLog = openFileLogs(accessDir);
const tokens = openTokenList(openLog("tokens"));
const audit = openAuditLog(openLog("audit"));
let bench: FixtureBench;
let app: FixtureApp;
let url = "";

/** What a test changes of the server. */
const altered: { disk?: Disk; admit?: AdmitUpload; trust?: Trust } = {};
afterEach(() => {
  delete altered.disk;
  delete altered.admit;
  delete altered.trust;
});

/** Admits without rendering: the checks of whole sets have tests of their own. */
const admitAtOnce: AdmitUpload = async ({ name, folder, signatures }) => {
  try {
    const disk = altered.disk;
    const store = disk
      ? bench.reopen({ blobs: createFileBlobs(bench.root, disk), openLog: openFileLogs(bench.root, disk) })
      : bench.store;
    await store.admit(await readRelease(folder, name), signatures);
    return { ok: true };
  } catch (error) {
    return { ok: false, code: isSiteError(error) ? error.code : "UNEXPECTED", detail: toProblem(error) };
  }
};

beforeAll(async () => {
  bench = await createFixtureBench();
  await bench.releaseAll({ shell: fewPages });
  app = await createFixtureApp(bench, {
    trustedProxies: ["127.0.0.1"],
    access: {
      tokens,
      audit,
      trustDir: accessDir,
      publishing: {
        storeDir: bench.root,
        admit: (received) => (altered.admit ?? admitAtOnce)(received),
        get trust() {
          return altered.trust ?? bench.trust.trust;
        },
        get disk() {
          return altered.disk ?? realDisk;
        },
      },
    },
  });
  await app.live.refresh();
  url = await app.server.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(async () => {
  await app.close();
  await bench.remove();
  await rm(accessDir, { recursive: true, force: true });
});

async function makeToken(given: Partial<AccessToken> = {}): Promise<string> {
  const { text, token } = createToken({
    owner: "CI of content",
    role: "team",
    packages: ["content"],
    made: new Date().toISOString(),
    expires: new Date(Date.now() + 86_400_000).toISOString(),
    ...given,
  });
  await tokens.add({ kind: "made", token, by: "a test" });
  return text;
}

interface Changes {
  signer?: Signer;
  orderSigner?: Signer;
  at?: Date;
  manifest?: (manifest: JsonObject) => JsonObject;
  order?: object;
}

let made = 0;

/** A release of content that is new each time. */
function writeRelease(): Promise<LoadedRelease> {
  made += 1;
  return bench.load("content", { files: { "browser/island.js": `globalThis.island = "upload ${made}";` } });
}

/** The body of an upload, as the client would make it, but for what a test changes. */
async function toBody({ release, digest, files }: LoadedRelease, changes: Changes = {}): Promise<Buffer> {
  const signer = changes.signer ?? bench.trust.team("content");
  const signed = (changes.manifest ?? ((same) => same))(toJsonObject(release));
  const order = {
    _type: "upload",
    schemaVersion: 1,
    name: release.name,
    version: release.version,
    digest: changes.manifest ? toDigest(toCanonicalBytes(signed)) : digest,
    at: (changes.at ?? new Date()).toISOString(),
    ...changes.order,
  };
  const header = {
    manifest: await signDocument(signed, [signer]),
    order: await signDocument(toJsonObject(order), [changes.orderSigner ?? signer]),
  };
  return Buffer.concat([...writeReleaseStream(header, release, files)]);
}

interface Answer {
  status: number;
  title?: string;
  detail?: string;
  state?: string;
}

/** Each upload comes from an address of its own, unless a test names one: uploads of one address are limited. */
let addresses = 0;

async function put(body: Buffer, token: string, name = "content", address?: string): Promise<Answer> {
  addresses += 1;
  const response = await fetch(`${url}/-/releases/${name}`, {
    method: "PUT",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": releaseStreamType,
      "x-forwarded-for": address ?? `203.0.113.${addresses}`,
    },
    body: new Uint8Array(body),
  });
  const answer: Omit<Answer, "status"> = JSON.parse(await response.text());
  return { status: response.status, ...answer };
}

/** The whole store as names, and the live revision: what a refusal must leave as it was. */
async function readState(): Promise<unknown> {
  return {
    versions: await bench.reopen().versions("content"),
    live: app.live.state()?.set,
    staged: await readdir(join(bench.root, "staging")).catch(() => []),
  };
}

/** Expects that an upload is refused, and that nothing of it is left. */
async function expectRefused(send: () => Promise<Answer>, status: number, title: string): Promise<Answer> {
  const before = await readState();
  const answer = await send();
  expect([answer.status, answer.title]).toEqual([status, title]);
  expect(await readState()).toEqual(before);
  expect(await audit.last(1)).toMatchObject([{ outcome: "refused", code: title }]);
  return answer;
}

test("B298 a signed release is admitted over HTTP, and again without a change; the log names the token", async () => {
  const token = await makeToken();
  const { folder, version } = await bench.write("content", {
    files: { "browser/island.js": "globalThis.island = 'first';" },
  });
  const site = { url, token };
  const signer = bench.trust.team("content");
  expect(await uploadRelease(folder, "content", { site, signer })).toMatchObject({ version, state: "admitted" });
  expect(await bench.reopen().versions("content")).toContain(version);
  expect((await bench.reopen().load("content", version)).release.version).toBe(version);
  expect(await uploadRelease(folder, "content", { site, signer })).toMatchObject({
    version,
    state: "already admitted",
  });
  expect(await audit.last(2)).toMatchObject([
    { token: { id: token.slice(5, 17), owner: "CI of content" }, release: `content@${version}`, outcome: "admitted" },
    { outcome: "already admitted" },
  ]);
});

const tokenStates: [string, Partial<AccessToken>, number, string | undefined][] = [
  ["viewer", { role: "viewer", packages: [] }, 403, "TOKEN_ROLE_LOW"],
  ["team of another package", { packages: ["download"] }, 403, "TOKEN_FOREIGN"],
  ["expired team", { expires: new Date(0).toISOString() }, 401, "TOKEN_EXPIRED"],
  ["team", {}, 201, undefined],
  ["operator", { role: "operator", packages: [] }, 201, undefined],
];

test.each(tokenStates)(
  "B298 the token of a %s publishes only where its role allows it",
  async (_name, given, status, title) => {
    const before = await readState();
    const answer = await put(await toBody(await writeRelease()), await makeToken(given));
    expect([answer.status, answer.title]).toEqual([status, title]);
    if (status !== 201) expect(await readState()).toEqual(before);
  },
);

async function readAudit(given: Partial<AccessToken>): Promise<number> {
  const headers = { authorization: `Bearer ${await makeToken(given)}` };
  return (await fetch(`${url}/-/audit`, { headers })).status;
}

test("the address of uploads names PUT beside the methods of reading where another method is asked for", async () => {
  const { status, headers } = await fetch(`${url}/-/releases/content`, { method: "DELETE" });
  expect({ status, allowed: headers.get("allow") }).toEqual({ status: 405, allowed: "GET, HEAD, PUT" });
});

test("B298 only an operator reads the log of uploads", async () => {
  expect([
    await readAudit({ role: "viewer", packages: [] }),
    await readAudit({}),
    await readAudit({ role: "operator", packages: [] }),
  ]).toEqual([403, 403, 200]);
});

test("B298 an upload that is cut in the middle leaves nothing", async () => {
  const token = await makeToken();
  const body = await toBody(await writeRelease());
  const before = await readState();
  const count = (await audit.last(100)).length;
  const client = request(`${url}/-/releases/content`, {
    method: "PUT",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": releaseStreamType,
      "content-length": String(body.length),
    },
  });
  client.on("error", () => undefined);
  client.write(body.subarray(0, body.length - 20));
  // Files have arrived before the cut.
  await vi.waitFor(async () => expect(await readdir(join(bench.root, "staging"))).not.toEqual([]), { timeout: 10_000 });
  client.destroy();
  await vi.waitFor(async () => expect((await audit.last(100)).length).toBe(count + 1), { timeout: 10_000 });
  expect(await audit.last(1)).toMatchObject([{ outcome: "refused", code: "UPLOAD_CUT" }]);
  expect(await readState()).toEqual(before);
});

test("B298 an upload whose token is revoked while it is received or waits is refused", async () => {
  const token = await makeToken();
  const [first, second] = await Promise.all([writeRelease().then(toBody), writeRelease().then(toBody)]);
  const { promise: checked, resolve: endCheck } = Promise.withResolvers<void>();
  const checks: string[] = [];
  altered.admit = async (received) => {
    checks.push(received.folder);
    await checked;
    return admitAtOnce(received);
  };
  const earlier = put(first, await makeToken());
  await vi.waitFor(() => expect(checks.length).toBe(1), { timeout: 10_000 });
  const later = put(second, token);
  // The second one arrives, or waits for the check of the first.
  await vi.waitFor(async () => expect((await readdir(join(bench.root, "staging"))).length).toBe(2), {
    timeout: 10_000,
  });
  await tokens.revoke(token.split("_")[1] ?? "", { why: "stolen", by: "a test", at: new Date() });
  endCheck();
  expect((await earlier).status).toBe(201);
  expect(await later).toMatchObject({ status: 401, title: "TOKEN_REVOKED" });
  expect(checks.length).toBe(1);
});

test("B298 an upload that ends too soon, or goes on too long, is refused by what is missing", async () => {
  const token = await makeToken();
  const body = await toBody(await writeRelease());
  const { detail } = await expectRefused(() => put(body.subarray(0, -7), token), 400, "UPLOAD_CUT");
  expect(detail).toContain(" 7 bytes ");
  await expectRefused(() => put(Buffer.concat([body, Buffer.from("x")]), token), 400, "UPLOAD_INVALID");
  await expectRefused(() => put(Buffer.from("no release\n"), token), 400, "UPLOAD_INVALID");
  await expectRefused(() => put(Buffer.alloc(10), token), 400, "UPLOAD_INVALID");
});

test("a body of a content type that no address takes is refused, and the sentence says what to do", async () => {
  const response = await fetch(`${url}/-/releases/content`, {
    method: "PUT",
    headers: { authorization: `Bearer ${await makeToken()}`, "content-type": "application/zip" },
    body: "PK",
  });
  expect(await response.json()).toMatchObject({
    status: 415,
    detail: expect.stringMatching(/^[A-Z].+\. Send .+ site publish .+\.$/),
  });
});

test("B298 an upload that is too large is refused before its files are read", async () => {
  const token = await makeToken();
  const most = uploadLimits.headerBytes + uploadLimits.releaseBytes;
  const release = await writeRelease();
  const grow = (size: number) => (manifest: JsonObject) => {
    const content = {
      ...release.release,
      files: { ...release.release.files, "browser/island.js": { integrity: toIntegrity(Buffer.from("")), size } },
    };
    return { ...manifest, ...toJsonObject(content), version: toContentVersion("1.0.0", content) };
  };
  const large = await toBody(release, {
    manifest: grow(uploadLimits.fileBytes + 1),
    order: { version: grow(uploadLimits.fileBytes + 1)(toJsonObject(release.release))["version"] },
  });
  await expectRefused(() => put(large, token), 413, "UPLOAD_TOO_LARGE");
  await expectRefused(() => put(Buffer.alloc(uploadLimits.headerBytes + 1, "x"), token), 413, "UPLOAD_TOO_LARGE");
  await expectRefused(() => announce(token, most + 1), 413, "UPLOAD_TOO_LARGE");
});

/** Announces a length and sends one byte of it. */
function announce(token: string, length: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const client = request(
      `${url}/-/releases/content`,
      {
        method: "PUT",
        headers: {
          authorization: `Bearer ${token}`,
          "content-type": releaseStreamType,
          "content-length": String(length),
        },
      },
      (response) => {
        let text = "";
        response.on("data", (chunk: Buffer) => (text += chunk.toString()));
        response.on("end", () => {
          client.destroy();
          const answer: Omit<Answer, "status"> = JSON.parse(text);
          resolve({ status: response.statusCode ?? 0, ...answer });
        });
      },
    );
    client.on("error", reject);
    client.write("x");
  });
}

test("B298 other bytes than the signed ones are refused: of a file, of the manifest, of a version", async () => {
  const token = await makeToken();
  const release = await writeRelease();
  const body = await toBody(release);
  const changed = Buffer.from(body);
  changed[changed.length - 1] = 0;
  await expectRefused(() => put(changed, token), 422, "RELEASE_FILE_MISMATCH");
  const text = body.toString("latin1").replace('"contract":"', '"contract":"9');
  await expectRefused(() => put(Buffer.from(text, "latin1"), token), 403, "SIGNATURE_INVALID");
  // Signed by the team itself: other content under a version that another release has.
  const other = await toBody(release, { manifest: (manifest) => ({ ...manifest, shared: { react: "^18.0.0" } }) });
  await expectRefused(() => put(other, token), 422, "RELEASE_VERSION_WRONG");
});

test("B298 a release with a file below another file is refused as such, and names no place of the server", async () => {
  const loaded = await writeRelease();
  const note = Buffer.from("note");
  const added = ["browser/note", "browser/note/more.js"] as const;
  const listed = added.map((path) => [path, { integrity: toIntegrity(note), size: note.length }] as const);
  const document = { ...loaded.release, files: { ...loaded.release.files, ...Object.fromEntries(listed) } };
  const release = { ...document, version: toContentVersion("1.0.0", document) };
  const digest = toDigest(toCanonicalBytes(toJsonObject(release)));
  const files = new Map([...loaded.files, ...added.map((path) => [path, note] as const)]);
  const body = await toBody({ ...loaded, release, digest, files });
  const token = await makeToken();
  const { detail } = await expectRefused(() => put(body, token), 400, "ENVELOPE_INVALID");
  expect(detail).toContain("browser/note/more.js");
  expect(detail).not.toContain(bench.root);
});

test("B298 a release of another team, or signed by one, is refused under any token", async () => {
  const token = await makeToken({ role: "operator", packages: [] });
  const release = await writeRelease();
  const download = bench.trust.team("download");
  await expectRefused(async () => put(await toBody(release, { signer: download }), token), 403, "SIGNATURE_FOREIGN");
  await expectRefused(
    async () => put(await toBody(release, { orderSigner: download }), token),
    403,
    "SIGNATURE_FOREIGN",
  );
  await expectRefused(async () => put(await toBody(release), token, "download"), 422, "RELEASE_NAME_FOREIGN");
});

test.each([-86_400_000, 86_400_000])(
  "B298 an upload signed with a clock %i ms off is refused, and so is one that was recorded then",
  async (offset) => {
    const body = await toBody(await writeRelease(), { at: new Date(Date.now() + offset) });
    const { detail } = await expectRefused(async () => put(body, await makeToken()), 400, "UPLOAD_CLOCK");
    expect(detail).toContain("Set the clock");
  },
);

test("B298 an order for another release does not publish this one", async () => {
  const token = await makeToken();
  const release = await writeRelease();
  await expectRefused(
    async () => put(await toBody(release, { order: { version: "1.0.0-000000000000" } }), token),
    400,
    "UPLOAD_INVALID",
  );
  await expectRefused(
    async () => put(await toBody(release, { order: { _type: "admission" } }), token),
    403,
    "ENVELOPE_TYPE_FOREIGN",
  );
});

test("B298 two uploads of one release at once both succeed, and it is admitted once", async () => {
  const token = await makeToken();
  const release = await writeRelease();
  const body = await toBody(release);
  const answers = await Promise.all([put(body, token), put(body, token)]);
  for (const { status } of answers) expect([200, 201]).toContain(status);
  expect((await bench.reopen().versions("content")).filter((one) => one === release.release.version)).toHaveLength(1);
});

test("B298 more uploads at once than there are places are told to come back", async () => {
  const token = await makeToken();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  let waiting = 0;
  altered.admit = async (received) => {
    waiting += 1;
    await held;
    return admitAtOnce(received);
  };
  const bodies = await Promise.all(Array.from({ length: 5 }, async () => toBody(await writeRelease())));
  const first = bodies.slice(0, 4).map((body) => put(body, token));
  // Each of the four has a place as soon as its head was read; one is being checked.
  await vi.waitFor(async () => {
    expect(waiting).toBe(1);
    expect(await readdir(join(bench.root, "staging"))).toHaveLength(4);
  });
  const before = await bench.reopen().versions("content");
  const answer = await put(bodies[4] ?? Buffer.alloc(0), token);
  expect([answer.status, answer.title]).toEqual([503, "PUBLISH_BUSY"]);
  expect(await bench.reopen().versions("content")).toEqual(before);
  release();
  expect((await Promise.all(first)).map(({ status }) => status)).toEqual([201, 201, 201, 201]);
});

test("B298 uploads of one address are limited", async () => {
  const token = await makeToken();
  const statuses: number[] = [];
  for (let sent = 0; sent < 31; sent += 1)
    statuses.push((await put(Buffer.from("x"), token, "content", "198.51.100.1")).status);
  expect(statuses).toEqual([...Array.from({ length: 30 }, () => 400), 429]);
});

test("B298 uploads of one address are limited under tokens that do not count too, and other addresses are not held up", async () => {
  const unknown = (await makeToken()).replace(/.$/, (one) => (one === "A" ? "B" : "A"));
  const statuses: number[] = [];
  for (let sent = 0; sent < 31; sent += 1)
    statuses.push((await put(Buffer.from("x"), unknown, "content", "198.51.100.20")).status);
  expect(statuses).toEqual([...Array.from({ length: 30 }, () => 401), 429]);
  expect((await put(Buffer.from("x"), unknown, "content", "198.51.100.21")).status).toBe(401);
});

/** A disk that is full after some files. */
function fillAfter(files: number): Disk {
  let left = files;
  return {
    ...realDisk,
    async create(path, bytes, mode) {
      left -= 1;
      if (left < 0) throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
      await realDisk.create(path, bytes, mode);
    },
  };
}

test.each([0, 1, 3, 5, 6])(
  "B298 a disk that is full after %i files refuses the upload and keeps nothing",
  async (files) => {
    altered.disk = fillAfter(files);
    const body = await toBody(await writeRelease());
    const { detail } = await expectRefused(async () => put(body, await makeToken()), 507, "STORE_FULL");
    expect(detail).toContain("Make room");
    delete altered.disk;
    expect((await put(body, await makeToken())).status).toBe(201);
  },
);

test("B298 a connection whose upload was refused in the middle answers its next request", async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (method: string, path: string, headers: Record<string, string>, body: Buffer): Promise<number> =>
    new Promise((resolve, reject) => {
      const sent = request(`${url}${path}`, { agent, method, headers }, (response) => {
        response.resume().on("end", () => resolve(response.statusCode ?? 0));
      });
      sent.on("error", reject).end(body);
    });
  const body = await toBody(await bench.load("content", { files: { "browser/large.js": "x".repeat(2 ** 20) } }));
  const headers = {
    authorization: `Bearer ${await makeToken()}`,
    "content-type": releaseStreamType,
    "x-forwarded-for": "198.51.100.2",
  };
  altered.disk = fillAfter(0);
  expect(await ask("PUT", "/-/releases/content", headers, body)).toBe(507);
  expect(await ask("GET", "/healthz", {}, Buffer.alloc(0))).toBe(200);
  agent.destroy();
});

test("B298 the problems that the checks find are told, and nothing is admitted", async () => {
  altered.admit = async () => ({ ok: false, code: "RELEASE_REFUSED", detail: "content@1.0.0 cannot be admitted" });
  const body = await toBody(await writeRelease());
  const { detail } = await expectRefused(async () => put(body, await makeToken()), 422, "RELEASE_REFUSED");
  expect(detail).toBe("content@1.0.0 cannot be admitted");
});

test("B299 a revoked key publishes nothing, and the refusal names the live release that it signed", async () => {
  await bench.writeIdentities();
  const { trustDir, keysDir, stateDir } = toStorePlaces(bench.root);
  await revokeKey({ trustDir, keysDir }, bench.trust.team("content").keyId, "laptop stolen");
  altered.trust = await openTrust({ trustDir, stateDir });
  const body = await toBody(await writeRelease());
  const { detail } = await expectRefused(async () => put(body, await makeToken()), 403, "KEY_REVOKED");
  expect(detail).toContain(`content@${app.live.state()?.set.versions["content"]}`);
});
