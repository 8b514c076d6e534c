import * as v from "valibot";
import type { ChannelLog } from "../releases/storage/channel-log.ts";
import { appendNext } from "../releases/signed-store/append-next.ts";
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
  /** The code of the error that refused the upload; null otherwise. */
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
   * By action: the releases a tester asked to see; the remote that was broken or mended for the tester; the command that was prepared for an
   * operator, or whose set was checked; the code of the error that refused a sign-in. Empty for a sign-in and a sign-out.
   */
  asked: v.string(),
});

/** An action of a signed-in person. */
export type TesterDeed = v.InferOutput<typeof testerEntrySchema>["action"];

const signEntrySchema = v.strictObject({
  ...common,
  action: v.literal("sign"),
  /** The action of the record that a browser signed, its revision, and the first digits of the key's id. */
  asked: v.string(),
  outcome: v.picklist(["done", "refused"]),
  /** The code of the error that refused the record; null otherwise. */
  code: v.nullable(v.string()),
});

/** An entry with an action that is unknown to this version of the server: only the token, the time and the action's name are read. */
const newerEntrySchema = v.pipe(
  v.object({ at: common.at, token: v.object(common.token.entries), action: v.string() }),
  v.transform(({ at, token, action }) => ({ at, token, action: "of-newer-server" as const, asked: action })),
);

/** An action over HTTP with a token. */
const auditEntrySchema = v.variant("action", [publishEntrySchema, testerEntrySchema, signEntrySchema]);
const storedEntrySchema = v.union([auditEntrySchema, newerEntrySchema]);
export type AuditEntry = v.InferOutput<typeof storedEntrySchema>;

/** The append-only log of actions over HTTP: accepted and refused uploads, sign-ins, what testers saw, what operators prepared and signed. */
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
