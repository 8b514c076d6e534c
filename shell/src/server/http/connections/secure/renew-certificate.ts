import type { FastifyBaseLogger } from "fastify";
import { SiteError, toProblem } from "@site/contracts/errors";
import { type CertificateFiles, followCertificate } from "./certificate.ts";
import type { SecureHttp } from "./secure-http.ts";

export interface RenewalOptions {
  files: CertificateFiles;
  secure: SecureHttp;
  log: FastifyBaseLogger;
  /** Stops following the files. */
  signal: AbortSignal;
  /** Milliseconds between checks of the files, for tests. */
  lookIntervalMs?: number | undefined;
}

/**
 * Uses each new certificate for further connections, so that a renewal needs no restart: after a change of the files, and on SIGHUP. One that has
 * expired does not replace one that has not.
 */
export async function renewCertificate({ files, secure, log, signal, lookIntervalMs }: RenewalOptions): Promise<void> {
  const refuse = (error: unknown): void =>
    log.error({ problem: toProblem(error) }, "the certificate was not read again; the one before stays");
  const warnOfExpired = (): void => {
    if (isPast(secure.expires()))
      log.error(
        { file: files.certFile, expires: secure.expires().toISOString() },
        "the certificate has expired, and browsers refuse the site: put another one in its place",
      );
  };
  const follower = await followCertificate({
    files,
    lookIntervalMs,
    onRenewed(certificate) {
      const expires = certificate.expires.toISOString();
      if (isPast(certificate.expires) && !isPast(secure.expires()))
        return refuse(
          new SiteError("CERTIFICATE_INVALID", { file: files.certFile, problem: `it expired on ${expires}` }),
        );
      secure.renew(certificate);
      log.info({ expires }, "the certificate was read again");
      warnOfExpired();
    },
    onRefused: refuse,
  });
  warnOfExpired();
  const read = (): void => void follower.read();
  process.on("SIGHUP", read);
  signal.addEventListener("abort", () => process.off("SIGHUP", read));
  follower.watch(signal);
}

function isPast(moment: Date): boolean {
  return moment.getTime() <= Date.now();
}
