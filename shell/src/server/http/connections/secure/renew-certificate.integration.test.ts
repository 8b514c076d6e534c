import { once } from "node:events";
import { copyFileSync, mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { connect as connectHttp2 } from "node:http2";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { connect } from "node:tls";
import Fastify from "fastify";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { createCertificate, createExpiredCertificate } from "../../../testing/fixture-certificate.ts";
import { connectionLimits } from "../connections.ts";
import { type CertificateFiles, readCertificate } from "./certificate.ts";
import { renewCertificate } from "./renew-certificate.ts";
import { createSecureHttp, type SecureHttp } from "./secure-http.ts";

const folder = mkdtempSync(join(tmpdir(), "site-certificate-"));
let lines = "";
const { log } = Fastify({
  logger: {
    stream: new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines += chunk.toString();
        done();
      },
    }),
  },
});
let files: CertificateFiles;
let secure: SecureHttp;
let port = 0;

beforeAll(async () => {
  files = createCertificate(folder, "first");
  secure = createSecureHttp(await readCertificate(files), connectionLimits, []);
  secure.answer((_request, response) => response.end());
  secure.server.listen(0, "127.0.0.1");
  await once(secure.server, "listening");
  const address = secure.server.address();
  port = typeof address === "object" && address ? address.port : 0;
});
afterAll(async () => {
  secure.server.close();
  secure.server.closeAllConnections();
  await rm(folder, { recursive: true });
});

/** Replaces the files as `cp` does. */
const put = ({ certFile, keyFile }: Partial<CertificateFiles>): void => {
  if (certFile !== undefined) copyFileSync(certFile, files.certFile);
  if (keyFile !== undefined) copyFileSync(keyFile, files.keyFile);
};
const shown = async (): Promise<unknown> => {
  const socket = connect({ port, host: "127.0.0.1", servername: "localhost", rejectUnauthorized: false });
  await once(socket, "secureConnect");
  const { CN } = socket.getPeerCertificate().subject;
  socket.destroy();
  return CN;
};
const countRefusals = (): number =>
  lines.match(/the certificate was not read again; the one before stays/g)?.length ?? 0;

describe("a certificate that is put in the place of the one before", () => {
  const stop = new AbortController();
  beforeAll(() => renewCertificate({ files, secure, log, signal: stop.signal, lookIntervalMs: 50 }));
  afterAll(() => stop.abort());

  test("is shown to new connections without a restart, and open connections go on", async () => {
    const before = secure.expires();
    const open = connectHttp2(`https://localhost:${port}`, { rejectUnauthorized: false });
    onTestFinished(() => void open.destroy());
    await once(open, "connect");
    put(createCertificate(folder, "second", 30));
    await vi.waitFor(async () => expect(await shown()).toBe("second"), { timeout: 5000 });
    expect(secure.expires().getTime()).toBeGreaterThan(before.getTime());
    const stream = open.request({ ":path": "/" });
    expect((await once(stream, "response"))[0]).toMatchObject({ ":status": 200 });
    stream.close();
    expect(lines).toContain("the certificate was read again");
  });

  test("is not used while its key belongs to another, or when it is no certificate; the log says so once", async () => {
    const third = createCertificate(folder, "third");
    put({ certFile: third.certFile });
    await vi.waitFor(() => expect(countRefusals()).toBe(1), { timeout: 5000 });
    expect([await shown(), lines]).toEqual(["second", expect.stringContaining("belongs to another certificate")]);
    put({ keyFile: third.keyFile });
    await vi.waitFor(async () => expect(await shown()).toBe("third"), { timeout: 5000 });
    copyFileSync(files.keyFile, files.certFile);
    await vi.waitFor(() => expect(countRefusals()).toBe(2), { timeout: 5000 });
    expect(await shown()).toBe("third");
    put(third);
  });

  test("is not used when it has expired and the one before has not, as a backup that was put back by mistake", async () => {
    const before = { name: await shown(), refusals: countRefusals() };
    put(createExpiredCertificate(folder, "expired"));
    await vi.waitFor(() => expect(countRefusals()).toBe(before.refusals + 1), { timeout: 5000 });
    expect([await shown(), lines]).toEqual([
      before.name,
      expect.stringMatching(/cannot be used: it expired on \d{4}-/),
    ]);
  });

  test("is read at once on SIGHUP", async () => {
    put(createCertificate(folder, "fourth"));
    process.emit("SIGHUP");
    await vi.waitFor(async () => expect(await shown()).toBe("fourth"), { timeout: 5000 });
  });
});

test("a server that starts with an expired certificate says so in its log, and that browsers refuse the site", async () => {
  const expired = createExpiredCertificate(folder, "expired-at-start");
  const own = createSecureHttp(await readCertificate(expired), connectionLimits, []);
  const stop = new AbortController();
  await renewCertificate({ files: expired, secure: own, log, signal: stop.signal });
  stop.abort();
  expect(lines).toMatch(/expired-at-start\.pem.*the certificate has expired, and browsers refuse the site/);
});

test("TLS_CERT and TLS_KEY that cannot be used are named with the reason", async () => {
  const other = createCertificate(folder, "other");
  const wrong: [Partial<CertificateFiles>, RegExp][] = [
    [{ certFile: join(folder, "none.pem") }, /^The certificate .*none\.pem cannot be used: .*ENOENT/],
    [{ certFile: other.keyFile }, /other\.key cannot be used/],
    [{ keyFile: other.certFile }, /other\.pem cannot be used/],
    [{ keyFile: other.keyFile }, /the key in .*other\.key belongs to another certificate/],
    [{ keyFile: folder }, /cannot be used: it is not a file/],
  ];
  for (const [part, message] of wrong)
    await expect(readCertificate({ ...files, ...part })).rejects.toMatchObject({
      code: "CERTIFICATE_INVALID",
      message: expect.stringMatching(message),
    });
});
