import { SiteError } from "@site/contracts/errors";
import { parseEnvelope } from "@site/contracts/signing/signed-document";
import * as v from "valibot";
import { setRecordSchema } from "../release-records.ts";
import type { LogEntry } from "../storage/channel-log.ts";

/** Why a newest record cannot be used whose key was revoked, with the releases that it names: nothing is taken from it unless an operator names it again. */
export function toRevokedRecord(revoked: SiteError<"KEY_REVOKED">, newest: LogEntry | undefined): SiteError {
  const { at = "", key = "", why = "" } = revoked.details;
  return new SiteError(
    "RECORD_REVOKED",
    { at, key, why, revision: newest?.revision ?? 0, releases: newest ? listNamed(newest) : "" },
    { cause: revoked },
  );
}

/** `content@1.0.0-3f2a9c0d11aa shell@…`: what a record names, without its signature being checked. Empty for one that cannot be read. */
function listNamed({ revision, bytes }: LogEntry): string {
  const parsed = v.safeParse(setRecordSchema, parseEnvelope(bytes, `revision ${revision}`).signed);
  if (!parsed.success) return "";
  return Object.entries(parsed.output.set.packages)
    .map(([name, { version }]) => `${name}@${version}`)
    .join(" ");
}
