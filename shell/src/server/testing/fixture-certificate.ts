import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { CertificateFiles } from "../http/connections/secure/certificate.ts";

/** Makes a certificate for `localhost` that it signs itself, and its key, in a folder that is removed after the test or by the caller. */
export function createCertificate(folder: string, name: string, days = 2): CertificateFiles {
  const files = { certFile: join(folder, `${name}.pem`), keyFile: join(folder, `${name}.key`) };
  const form = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days ${days} -subj /CN=${name}`;
  execFileSync(
    "openssl",
    [...form.split(" "), "-addext", "subjectAltName=DNS:localhost", "-keyout", files.keyFile, "-out", files.certFile],
    { stdio: "ignore" },
  );
  return files;
}

/** Makes such a certificate that has expired. */
export function createExpiredCertificate(folder: string, name: string): CertificateFiles {
  const files = createCertificate(folder, name);
  const { certFile, keyFile } = files;
  execFileSync("openssl", ["x509", "-in", certFile, "-signkey", keyFile, "-days", "0", "-out", certFile], {
    stdio: "ignore",
  });
  return files;
}

/** A folder that is removed after the test. */
export function useCertificateFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "site-certificate-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
