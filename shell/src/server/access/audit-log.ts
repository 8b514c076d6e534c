import * as v from "valibot";
import type { ChannelLog } from "../releases/storage/channel-log.ts";
import { appendNext } from "../releases/append-next.ts";
import { accessRoles, tokenOwnerSchema } from "./access-token.ts";

const common = {
  /** UTC, ISO 8601. */
  at: v.pipe(v.string(), v.isoTimestamp()),
  token: v.strictObject({ id: v.string(), owner: tokenOwnerSchema, role: v.picklist(accessRoles) }),
};

const publishEntrySchema = v.strictObject({
  ...common,
  action: v.literal("publish"),
  /** `content@1.0.0-3f2a9c0d11aa`; the package alone when the upload named no version. */
  release: v.string(),
  outcome: v.picklist(["admitted", "already admitted", "refused"]),
  /** Why it was refused: the code of the error; null otherwise. */
  code: v.nullable(v.string()),
});
export type PublishEntry = v.InferOutput<typeof publishEntrySchema>;

const testerEntrySchema = v.strictObject({
  ...common,
  action: v.picklist(["sign-in", "sign-out", "preview", "preview-end", "prepare", "check", "break", "mend"]),
  /** What a tester asked to see in place of what is live, the remote that was broken or mended for them, or the command that was prepared for an operator, or its set checked; empty for a sign-in and a sign-out. */
  asked: v.string(),
});

/** What a tester or an operator did who signed in. */
export type TesterDeed = v.InferOutput<typeof testerEntrySchema>["action"];

const signEntrySchema = v.strictObject({
  ...common,
  action: v.literal("sign"),
  /** The action of the record that a browser signed, its revision, and the first digits of the key's id. */
  asked: v.string(),
  outcome: v.picklist(["done", "refused"]),
  /** Why it was refused: the code of the error; null otherwise. */
  code: v.nullable(v.string()),
});

/** What was done over HTTP with a token. */
const auditEntrySchema = v.variant("action", [publishEntrySchema, testerEntrySchema, signEntrySchema]);
export type AuditEntry = v.InferOutput<typeof auditEntrySchema>;

/** Who published what over HTTP, or tried to, who signed in, saw what, prepared and signed which action: an append-only log beside the tokens. */
export interface AuditLog {
  /** @throws SiteError `STORE_FULL`, `STORE_NOT_WRITABLE` */
  add(entry: AuditEntry): Promise<void>;
  /** The latest entries, oldest first. */
  last(count: number): Promise<AuditEntry[]>;
}

export function openAuditLog(log: ChannelLog): AuditLog {
  return {
    async add(entry) {
      await appendNext(log, Buffer.from(JSON.stringify(entry)));
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
