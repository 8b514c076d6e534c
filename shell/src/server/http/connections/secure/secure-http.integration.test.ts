import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { request as requestHttp } from "node:http";
import { type ClientHttp2Session, connect as connectHttp2, type OutgoingHttpHeaders } from "node:http2";
import { request } from "node:https";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect as connectTls, type SecureVersion } from "node:tls";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { createToken } from "../../../access/access-token.ts";
import { inertHeaders } from "../../../policies/response-headers.ts";
import { createFixtureApp, type FixtureApp } from "../../../testing/fixture-app.ts";
import { createCertificate } from "../../../testing/fixture-certificate.ts";
import { flags, frameTypes, openFrames, toFrame, toHeaderBlock } from "../../../testing/http2-frames.ts";
import { openTesterAccess } from "../../../testing/open-tester-access.ts";
import { useFixtureApp } from "../../../testing/use-fixture-app.ts";
import { connectionLimits } from "../connections.ts";
import { type CertificateFiles, readCertificate } from "./certificate.ts";
import { createSecureHttp, type SecureHttp } from "./secure-http.ts";

const folder = mkdtempSync(join(tmpdir(), "site-secure-"));
const { access, tokens, remove } = openTesterAccess();
const { bench } = useFixtureApp();

let files: CertificateFiles;
let storeCertFile = "";
let app: FixtureApp;
let secure: SecureHttp;
let port = 0;
let session: ClientHttp2Session;

beforeAll(async () => {
  files = createCertificate(folder, "first");
  storeCertFile = createCertificate(folder, "store", 5).certFile;
  secure = createSecureHttp(await readCertificate(files), connectionLimits, []);
  app = await createFixtureApp(bench(), {
    secure,
    storeCertFile,
    access,
  });
  await app.live.refresh();
  port = Number(new URL(await app.server.listen({ port: 0, host: "127.0.0.1" })).port);
  session = connectHttp2(`https://localhost:${port}`, { rejectUnauthorized: false });
});
afterAll(async () => {
  session?.close();
  app?.startDraining();
  await app?.close();
  await remove();
  await rm(folder, { recursive: true });
});

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** Asks by HTTP/2. */
async function ask(path: string, headers: OutgoingHttpHeaders = {}, body?: string): Promise<Answer> {
  const stream = session.request({ ":path": path, ...headers }, { endStream: body === undefined });
  if (body !== undefined) stream.end(body);
  const [{ ":status": status, ...rest }] = await once(stream, "response");
  let text = "";
  stream.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  await once(stream, "end");
  return { status: Number(status), headers: rest, body: text };
}

/** Asks by HTTP/1.1 over TLS. */
function askHttp1(path: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request({ port, host: "127.0.0.1", path, rejectUnauthorized: false, agent: false }, (answer) => {
      let body = "";
      answer.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }));
    });
    asked.on("error", reject).end();
  });
}

/** What is agreed on with a client that offers this; the code of the error when nothing is. */
async function agree(options: {
  protocols?: string[];
  version?: SecureVersion;
  ciphers?: string;
}): Promise<{ protocol: string | false | null; tls: string | null; name: unknown } | string> {
  const { protocols = ["h2", "http/1.1"], version = "TLSv1.3", ciphers } = options;
  const socket = connectTls({
    port,
    host: "127.0.0.1",
    servername: "localhost",
    rejectUnauthorized: false,
    ALPNProtocols: protocols,
    minVersion: version,
    maxVersion: version,
    ...(ciphers !== undefined && { ciphers }),
  });
  try {
    await once(socket, "secureConnect");
    return { protocol: socket.alpnProtocol, tls: socket.getProtocol(), name: socket.getPeerCertificate().subject.CN };
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : "unknown";
  } finally {
    socket.destroy();
  }
}

test("a client agrees on HTTP/2 or HTTP/1.1, with TLS 1.2 or 1.3 and no cipher that HTTP/2 forbids", async () => {
  expect(await agree({})).toEqual({ protocol: "h2", tls: "TLSv1.3", name: "first" });
  expect(await agree({ version: "TLSv1.2" })).toMatchObject({ protocol: "h2", tls: "TLSv1.2" });
  expect(await agree({ protocols: ["http/1.1"] })).toMatchObject({ protocol: "http/1.1" });
  expect(await agree({ version: "TLSv1.1", ciphers: "ALL:@SECLEVEL=0" })).toMatch(/^E/);
  expect(await agree({ version: "TLSv1.2", ciphers: "AES128-SHA:ECDHE-ECDSA-AES128-SHA" })).toMatch(/^E/);
});

test("pages, files and errors are the same over HTTP/2 and HTTP/1.1, with Strict-Transport-Security", async () => {
  for (const path of ["/about-us/", "/about-us/_payload.json", "/nowhere/", "/healthz", "/api/visitor"]) {
    const [second, first] = [await ask(path), await askHttp1(path)];
    expect([path, second.status, second.body]).toEqual([path, first.status, first.body]);
    expect(second.headers["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains");
    const names = ({ headers }: Answer): string[] =>
      Object.keys(headers)
        .filter((name) => !["connection", "keep-alive", "transfer-encoding"].includes(name))
        .toSorted();
    expect(names(second)).toEqual(names(first));
  }
});

test("a page that the client has is answered with 304, HEAD without a body, and a compressed page compressed", async () => {
  const page = await ask("/about-us/");
  const again = await ask("/about-us/", { "if-none-match": String(page.headers["etag"]) });
  expect([again.status, again.body]).toEqual([304, ""]);
  const head = await ask("/about-us/", { ":method": "HEAD" });
  expect([head.status, head.body, head.headers["content-length"]]).toEqual([200, "", page.headers["content-length"]]);
  expect((await ask("/about-us/", { "accept-encoding": "br" })).headers["content-encoding"]).toBe("br");
});

test("a tester signs in by a form, with cookies that are for this host and for https alone", async () => {
  const now = Date.now();
  const { text, token } = createToken({
    role: "viewer",
    packages: [],
    owner: "Quality of the site",
    made: new Date(now).toISOString(),
    expires: new Date(now + 3_600_000).toISOString(),
  });
  await tokens.add({ kind: "made", token, by: "a test" });
  const form = {
    ":method": "POST",
    "content-type": "application/x-www-form-urlencoded",
    "sec-fetch-site": "same-origin",
  };
  const signedIn = await ask("/-/sign-in", form, new URLSearchParams({ token: text }).toString());
  const [cookie = ""] = [signedIn.headers["set-cookie"] ?? []].flat();
  expect([signedIn.status, cookie]).toEqual([303, expect.stringMatching(/^__Host-session=.*; Path=\/;.*; Secure/)]);
  expect((await ask("/-/console", { cookie: cookie.split(";")[0] })).status).toBe(200);
  expect((await ask("/-/console")).status).toBe(303);
});

describe("a request of HTTP/2 is refused with the headers of every response when it", () => {
  test.each([
    ["names one host and then another", { ":path": "/", ":authority": "localhost", host: "other.example" }, 400],
    ["has an unknown expectation", { ":path": "/", expect: "wonders" }, 417],
    ["asks for a tunnel", { ":method": "CONNECT", ":authority": "localhost:1" }, 405],
    ["has a method that no server knows", { ":path": "/", ":method": "FOO" }, 501],
    ["has a method that is not used here", { ":path": "/", ":method": "QUERY" }, 405],
  ])("%s", async (_what, headers, status) => {
    const stream = session.request(headers);
    const [{ ":status": answered, ...rest }] = await once(stream, "response");
    stream.close();
    expect(answered).toBe(status);
    expect(rest).toMatchObject(inertHeaders);
  });

  test("is answered when it names the same host twice", async () => {
    expect((await ask("/healthz", { ":authority": "localhost", host: "localhost" })).status).toBe(200);
  });
});

test("what is no TLS at all, such as http on this port, is closed", async () => {
  const asked = requestHttp({ port, host: "127.0.0.1" }).end();
  expect(await once(asked, "error")).toEqual([expect.objectContaining({ code: "ECONNRESET" })]);
});

/** The lines of the metrics that tell when certificates end. */
async function readEnds(): Promise<string[]> {
  const { body } = await app.metricsServer.inject({ url: "/metrics", headers: { host: "localhost" } });
  return body.split("\n").filter((line) => line.startsWith("site_certificate_expires_timestamp_seconds"));
}

const toEnd = (kind: string, end: number): string =>
  `site_certificate_expires_timestamp_seconds{kind="${kind}"} ${end}`;

test("metrics tell when the certificates end that a server shows: its own, and that for its store as its file is now", async () => {
  const own = toEnd("server", secure.expires().getTime() / 1000);
  const { validToDate } = new X509Certificate(readFileSync(storeCertFile));
  expect(await readEnds()).toEqual([own, toEnd("store", validToDate.getTime() / 1000)]);
  const next = createCertificate(folder, "next", 90);
  copyFileSync(next.certFile, storeCertFile);
  const { validToDate: renewed } = new X509Certificate(readFileSync(next.certFile));
  expect(await readEnds()).toEqual([own, toEnd("store", renewed.getTime() / 1000)]);
  // No certificate at all is as one that has expired: NATS takes no new connection.
  await rm(storeCertFile);
  expect(await readEnds()).toEqual([own, toEnd("store", 0)]);
});

describe("a server by https that ends", () => {
  test("tells its HTTP/2 clients to go elsewhere, answers what they have asked, and ends although one keeps its connection", async () => {
    const made = createSecureHttp(await readCertificate(files), connectionLimits, []);
    const ending = await createFixtureApp(bench(), { secure: made });
    await ending.live.refresh();
    const own = Number(new URL(await ending.server.listen({ port: 0, host: "127.0.0.1" })).port);
    const used = await openFrames(own);
    const fresh = await openFrames(own);
    const mute = connect(own, "127.0.0.1").on("error", () => undefined);
    onTestFinished(() => void mute.destroy());
    const block = toHeaderBlock("/about-us/");
    const send = (client: typeof used, id: number): void =>
      client.send(toFrame(frameTypes.headers, flags.endHeaders | flags.endStream, id, block));
    const answers = (client: typeof used): number =>
      client.received().filter(({ type, flag }) => type === frameTypes.data && flag === flags.endStream).length;
    send(used, 1);
    await vi.waitFor(() => expect(answers(used)).toBe(1));
    ending.announceEnd();
    // Requests that come together are answered all, and the client knows that none after them will be.
    used.socket.cork();
    send(used, 3);
    send(used, 5);
    used.socket.uncork();
    await vi.waitFor(() => expect(answers(used)).toBe(3));
    expect(new Set(used.codes().goaways)).toEqual(new Set([5]));
    const closed = ending.server.close();
    // A connection that was taken just now has its request on the way.
    send(fresh, 1);
    await vi.waitFor(() => expect(answers(fresh)).toBe(1));
    expect(new Set(fresh.codes().goaways)).toEqual(new Set([1]));
    ending.startDraining();
    await closed;
    await Promise.all([used.closed, fresh.closed]);
    await ending.close();
  });
});
