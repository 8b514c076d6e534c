import { createHash, randomBytes } from "node:crypto";
import { isSiteError, SiteError } from "@site/contracts/errors";
import * as v from "valibot";
import type { ChannelLog } from "../releases/storage/channel-log.ts";

/** Minutes for which a code can be used. */
export const codeMinutes = 10;

const momentSchema = v.pipe(v.string(), v.isoTimestamp());
const hashSchema = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const entrySchema = v.variant("kind", [
  v.strictObject({ kind: v.literal("made"), hash: hashSchema, token: v.string(), until: momentSchema }),
  v.strictObject({ kind: v.literal("used"), hash: hashSchema, at: momentSchema }),
]);

/** One-time codes for a sign-in in place of a token, so that no token has to be copied to another machine. */
export interface SignInCodes {
  /** Makes a code for a token. Its text is shown once; the log has its hash. */
  make(token: string, now: Date): Promise<string>;
  /**
   * Redeems a code. It can be used once, by one of the servers that share the log.
   * @returns the id of the token that the code was made for
   * @throws SiteError `TOKEN_CODE_INVALID`
   */
  use(text: string, now: Date): Promise<string>;
}

/** Letters and digits that are not mistaken for one another: five bits each. */
const alphabet = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const groups = 4;
const groupLength = 4;

const codeText = new RegExp(`^[${alphabet}]{${groups * groupLength}}$`);

/** A typed code without spaces and hyphens; undefined for a text that is not a code. */
function toCode(text: string): string | undefined {
  const code = text.toUpperCase().replaceAll(/[\s-]/g, "");
  return codeText.test(code) ? code : undefined;
}

/** A code has 80 bits of chance and ten minutes, so a slow hash would add nothing. */
const toHash = (code: string): string => createHash("sha256").update(code).digest("hex");

export function openSignInCodes(log: ChannelLog): SignInCodes {
  async function append(expected: number, entry: v.InferOutput<typeof entrySchema>): Promise<boolean> {
    try {
      await log.append(expected, Buffer.from(JSON.stringify(entry)));
      return true;
    } catch (error) {
      if (isSiteError(error, "REVISION_CONFLICT")) return false;
      throw error;
    }
  }

  const readHead = async (): Promise<number> => (await log.head())?.revision ?? 0;

  const made = new Map<string, { token: string; until: string }>();
  const used = new Set<string>();
  let known = 0;

  /** Reads the new entries up to the head. Each entry is read once only, because anyone can send wrong codes. */
  async function readNewer(head: number): Promise<void> {
    for await (const { revision, bytes } of log.range(known + 1, head)) {
      const entry = v.parse(entrySchema, JSON.parse(Buffer.from(bytes).toString("utf8")));
      if (entry.kind === "used") used.add(entry.hash);
      else made.set(entry.hash, entry);
      known = Math.max(known, revision);
    }
  }

  return {
    async make(token, now) {
      const code = [...randomBytes(groups * groupLength)].map((byte) => alphabet[byte % alphabet.length]).join("");
      const until = new Date(now.getTime() + codeMinutes * 60_000).toISOString();
      while (!(await append(await readHead(), { kind: "made", hash: toHash(code), token, until })));
      return code.match(/.{4}/g)?.join("-") ?? code;
    },
    async use(text, now) {
      const code = toCode(text);
      if (code === undefined) throw new SiteError("TOKEN_CODE_INVALID", {});
      const hash = toHash(code);
      for (;;) {
        const head = await readHead();
        await readNewer(head);
        const found = used.has(hash) ? undefined : made.get(hash);
        // Written so that an invalid clock counts as expired.
        if (!found || !(now < new Date(found.until))) throw new SiteError("TOKEN_CODE_INVALID", {});
        // Of two requests at the same moment only one can write the next entry; the other one reads it.
        if (await append(head, { kind: "used", hash, at: now.toISOString() })) return found.token;
      }
    },
  };
}
