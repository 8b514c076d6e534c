import type { FastifyBaseLogger } from "fastify";
import { toProblem } from "@site/contracts/errors";
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

/** Uses each new certificate for further connections, so that a renewal needs no restart: after a change of the files, and on SIGHUP. */
export async function renewCertificate({ files, secure, log, signal, lookIntervalMs }: RenewalOptions): Promise<void> {
  const follower = await followCertificate({
    files,
    lookIntervalMs,
    onRenewed(certificate) {
      secure.renew(certificate);
      log.info({ expires: certificate.expires.toISOString() }, "the certificate was read again");
    },
    onRefused: (error) =>
      log.error({ problem: toProblem(error) }, "the certificate was not read again; the one before stays"),
  });
  const read = (): void => void follower.read();
  process.on("SIGHUP", read);
  signal.addEventListener("abort", () => process.off("SIGHUP", read));
  follower.watch(signal);
}
