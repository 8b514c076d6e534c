import { createPrivateKey, X509Certificate } from "node:crypto";
import { stat } from "node:fs/promises";
import { createSecureContext } from "node:tls";
import { SiteError, toProblem } from "@site/contracts/errors";
import { readRegularFile } from "@site/contracts/signing/read-regular-file";

/** Where a certificate and its private key are: PEM, the server's own certificate first, then those that lead to its authority. */
export interface CertificateFiles {
  certFile: string;
  keyFile: string;
}

/** A certificate and the private key that belongs to it. */
export interface Certificate {
  cert: Buffer;
  key: Buffer;
  /** The moment from which browsers refuse it. */
  expires: Date;
}

/** Bytes that each of the files may have. */
const maxBytes = 1024 * 1024;

/** @throws SiteError `CERTIFICATE_INVALID` when a file cannot be read, is no PEM, or the key belongs to another certificate */
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
  /** Told each pair that replaced the one before. */
  onRenewed(certificate: Certificate): void;
  /** Told why the files are not used. The pair before stays. */
  onRefused(error: unknown): void;
  /** Milliseconds between looks at the files, for tests. A look is one `stat` of each. */
  lookIntervalMs?: number | undefined;
}

/** Reads the files of a certificate again. */
export interface CertificateFollower {
  /** Reads them now. */
  read(): Promise<void>;
  /** Reads them after each change, until `signal` aborts. */
  watch(signal: AbortSignal): void;
}

/**
 * Follows the files of a certificate. They are read once two looks in a row find them unchanged, so that a program that replaces one file after the other
 * has replaced both.
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

  /** One read at a time, so that a disk that hangs holds one thread at most. */
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

/** Changes with the files; has an empty part for one that cannot be looked at. */
async function toStamp({ certFile, keyFile }: CertificateFiles): Promise<string> {
  const stamps = [certFile, keyFile].map((file) =>
    stat(file).then(
      ({ mtimeMs, size, ino }) => `${mtimeMs}-${size}-${ino}`,
      () => "",
    ),
  );
  return (await Promise.all(stamps)).join(" ");
}
