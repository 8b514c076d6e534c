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
  action: v.picklist([
    "sign-in",
    "sign-in-refused",
    "sign-out",
    "preview",
    "preview-end",
    "prepare",
    "check",
    "break",
    "mend",
  ]),
  /**
   * What a tester asked to see in place of what is live, the remote that was broken or mended for them, the command that was prepared for an
   * operator, or its set checked, or the code of the error that refused a sign-in; empty for a sign-in and a sign-out.
   */
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

/** An entry as a newer server writes it: who did it and when is read, of what was done only its name. */
const newerEntrySchema = v.pipe(
  v.object({ at: common.at, token: v.object(common.token.entries), action: v.string() }),
  v.transform(({ at, token, action }) => ({ at, token, action: "of-newer-server" as const, asked: action })),
);

/** What was done over HTTP with a token. */
const auditEntrySchema = v.variant("action", [publishEntrySchema, testerEntrySchema, signEntrySchema]);
const storedEntrySchema = v.union([auditEntrySchema, newerEntrySchema]);
export type AuditEntry = v.InferOutput<typeof storedEntrySchema>;

/** Who published what over HTTP, or tried to, who signed in, saw what, prepared and signed which action: an append-only log beside the tokens. */
export interface AuditLog {
  /** @throws SiteError `STORE_FULL`, `STORE_NOT_WRITABLE` */
  add(entry: v.InferOutput<typeof auditEntrySchema>): Promise<void>;
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
        entries.push(v.parse(storedEntrySchema, JSON.parse(bytes.toString("utf8"))));
      return entries;
    },
  };
}
