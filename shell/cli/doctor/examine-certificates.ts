import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { toProblem } from "@site/contracts/errors";
import { type Diagnosis, fine } from "./diagnosis.ts";

const dayMs = 86_400_000;

/**
 * The rest of its time from which a certificate is a finding, and from which it is urgent: days, or a share for one that is made for a shorter time.
 */
const rest = { soon: { days: 30, share: 0.25 }, now: { days: 7, share: 0.1 } } as const;

/** The consequence of an expired certificate, and how a new one is put in place, by the variable that names its file. */
const uses = {
  TLS_CERT: {
    end: "browsers refuse the site",
    change: "Put the next certificate and its key in the place of the old ones: the server reads them by itself.",
  },
  STORE_CERT: {
    end: "NATS takes no new connection: what is promoted is not seen, and nothing can be published",
    change: "Put the next certificate and its key in the place of the old ones: they are read at the next connection.",
  },
} as const;

/** The variables that name a certificate of this machine's own. */
export type CertificateVariable = keyof typeof uses;

/** The remaining validity of a certificate of this machine; no finding where there is none. */
export async function examineCertificate(
  variable: CertificateVariable,
  file: string | undefined,
  now: Date,
): Promise<Diagnosis[]> {
  if (file === undefined) return [];
  const { end, change } = uses[variable];
  const what = `The certificate in ${variable}, ${file},`;
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(await readFile(file));
  } catch (error) {
    return [{ about: "certificate", state: "now", found: `${what} cannot be read: ${toProblem(error)}`, change }];
  }
  const expires = certificate.validToDate.getTime();
  const whole = expires - certificate.validFromDate.getTime();
  const left = expires - now.getTime();
  const isWithin = ({ days, share }: { days: number; share: number }): boolean =>
    left < Math.min(days * dayMs, share * whole);
  const day = certificate.validToDate.toISOString().slice(0, 10);
  if (!isWithin(rest.soon)) return [fine("certificate", `${what} holds until ${day}.`)];
  return [
    {
      about: "certificate",
      state: isWithin(rest.now) ? "now" : "soon",
      found: left < 0 ? `${what} expired on ${day}: ${end}.` : `${what} expires on ${day}; from then on ${end}.`,
      change,
    },
  ];
}
