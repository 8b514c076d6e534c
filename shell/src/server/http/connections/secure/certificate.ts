import { createPrivateKey, X509Certificate } from "node:crypto";
import { stat } from "node:fs/promises";
import { createSecureContext } from "node:tls";
import { SiteError, toProblem } from "@site/contracts/errors";
import { readRegularFile } from "@site/contracts/signing/read-regular-file";

/** Paths of a certificate and its private key in PEM: the server's own certificate first, then the intermediate ones. */
export interface CertificateFiles {
  certFile: string;
  keyFile: string;
}

/** A certificate and the private key that belongs to it. */
export interface Certificate {
  cert: Buffer;
  key: Buffer;
  /** The certificate's expiry, after which browsers refuse it. */
  expires: Date;
}

/** Bytes that each of the files may have. */
const maxBytes = 1024 * 1024;

/** @throws SiteError `CERTIFICATE_INVALID` when a file cannot be read or is not PEM, or when the key belongs to another certificate */
export async function readCertificate({ certFile, keyFile }: CertificateFiles): Promise<Certificate> {
  const [cert, key] = await Promise.all([readPem(certFile), readPem(keyFile)]);
  const read = <T>(file: string, parse: () => T): T => {
    try {
      return parse();
    } catch (error) {
      throw refuse(file, toProblem(error), error);
    }
  };
  const parsed = read(certFile, () => new X509Certificate(cert));
  const isPair = read(keyFile, () => parsed.checkPrivateKey(createPrivateKey(key)));
  if (!isPair) throw refuse(certFile, `the key in ${keyFile} belongs to another certificate`);
  read(certFile, () => createSecureContext({ cert, key }));
  return { cert, key, expires: parsed.validToDate };
}

async function readPem(file: string): Promise<Buffer> {
  try {
    return (await readRegularFile(file, maxBytes)).bytes;
  } catch (error) {
    throw refuse(file, toProblem(error), error);
  }
}

function refuse(file: string, problem: string, cause?: unknown): SiteError {
  return new SiteError("CERTIFICATE_INVALID", { file, problem }, { cause });
}

export interface CertificateFollowerOptions {
  files: CertificateFiles;
  /** Called with each certificate that replaces the previous one. */
  onRenewed(certificate: Certificate): void;
  /** Called with the reason when new files are not used. The previous certificate stays. */
  onRefused(error: unknown): void;
  /** Milliseconds between two checks of the files, for tests. A check is one `stat` of each. */
  lookIntervalMs?: number | undefined;
}

/** Rereads the files of a certificate. */
export interface CertificateFollower {
  /** Reads them now. */
  read(): Promise<void>;
  /** Reads them after each change, until `signal` aborts. */
  watch(signal: AbortSignal): void;
}

/**
 * Follows the files of a certificate. They are read once two consecutive checks find them unchanged, so that a program that replaces one file after
 * the other has replaced both.
 */
export async function followCertificate({
  files,
  onRenewed,
  onRefused,
  lookIntervalMs = 1000,
}: CertificateFollowerOptions): Promise<CertificateFollower> {
  let used = await toStamp(files);
  let last = used;
  let reading: Promise<void> | undefined;

  async function readOnce(): Promise<void> {
    used = await toStamp(files);
    try {
      onRenewed(await readCertificate(files));
    } catch (error) {
      onRefused(error);
    }
  }

  /** One read at a time, so that a disk that hangs occupies at most one thread. */
  function read(): Promise<void> {
    reading ??= readOnce().finally(() => {
      reading = undefined;
    });
    return reading;
  }

  async function look(): Promise<void> {
    const seen = await toStamp(files);
    const isSettled = seen === last;
    last = seen;
    if (isSettled && seen !== used) await read();
  }

  return {
    read,
    watch(signal) {
      const timer = setInterval(() => void look(), lookIntervalMs);
      timer.unref();
      signal.addEventListener("abort", () => clearInterval(timer));
    },
  };
}

/** A text that changes with the files; the part of an unreadable file is empty. */
async function toStamp({ certFile, keyFile }: CertificateFiles): Promise<string> {
  const stamps = [certFile, keyFile].map((file) =>
    stat(file).then(
      ({ mtimeMs, size, ino }) => `${mtimeMs}-${size}-${ino}`,
      () => "",
    ),
  );
  return (await Promise.all(stamps)).join(" ");
}
