import { isSiteError } from "@site/contracts/errors";
import * as v from "valibot";
import type { ChannelLog } from "../releases/channel-log.ts";
import { accessRoles, tokenOwnerSchema } from "./access-token.ts";

/** What was done over HTTP with a token. */
export const auditEntrySchema = v.strictObject({
  /** UTC, ISO 8601. */
  at: v.pipe(v.string(), v.isoTimestamp()),
  action: v.literal("publish"),
  token: v.strictObject({ id: v.string(), owner: tokenOwnerSchema, role: v.picklist(accessRoles) }),
  /** `content@1.0.0-3f2a9c0d11aa`; the package alone when the upload named no version. */
  release: v.string(),
  outcome: v.picklist(["admitted", "already admitted", "refused"]),
  /** Why it was refused: the code of the error; null otherwise. */
  code: v.nullable(v.string()),
});
export type AuditEntry = v.InferOutput<typeof auditEntrySchema>;

/** Who published what over HTTP, or tried to: an append-only log beside the tokens. */
export interface AuditLog {
  /** @throws SiteError `STORE_FULL`, `STORE_NOT_WRITABLE` */
  add(entry: AuditEntry): Promise<void>;
  /** The latest entries, oldest first. */
  last(count: number): Promise<AuditEntry[]>;
}

export function openAuditLog(log: ChannelLog): AuditLog {
  return {
    async add(entry) {
      const bytes = Buffer.from(JSON.stringify(entry));
      for (;;) {
        try {
          await log.append((await log.head())?.revision ?? 0, bytes);
          return;
        } catch (error) {
          if (!isSiteError(error, "REVISION_CONFLICT")) throw error;
        }
      }
    },
    async last(count) {
      const head = (await log.head())?.revision ?? 0;
      const entries: AuditEntry[] = [];
      for await (const { bytes } of log.range(head - count + 1, head))
        entries.push(v.parse(auditEntrySchema, JSON.parse(bytes.toString("utf8"))));
      return entries;
    },
  };
}
