import { X509Certificate } from "node:crypto";
import { readRegularFile } from "@site/contracts/signing/read-regular-file";

/** When the certificate in a file ends, in seconds of Unix time; 0 for a file that cannot be read as a certificate, which nothing takes either. */
export async function readCertificateEnd(file: string): Promise<number> {
  try {
    return new X509Certificate((await readRegularFile(file)).bytes).validToDate.getTime() / 1000;
  } catch {
    return 0;
  }
}
