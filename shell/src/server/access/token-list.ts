import { SiteError } from "@site/contracts/errors";
import * as v from "valibot";
import type { ChannelLog } from "../releases/storage/channel-log.ts";
import { type AccessToken, isTokenText, readTokenId, type TokenEntry, tokenEntrySchema } from "./access-token.ts";

/** A token with its state. */
export interface ListedToken extends AccessToken {
  /** Who made it. */
  by: string;
  revoked?: { at: string; why: string; by: string };
}

/** The tokens of a store, read from an append-only log: each change is an entry, so the log says who changed what. */
export interface TokenList {
  /** All tokens, oldest first, without their secrets. */
  list(): Promise<ListedToken[]>;
  /**
   * Finds the token with this text.
   * @throws SiteError `TOKEN_UNKNOWN`, `TOKEN_EXPIRED`, `TOKEN_REVOKED`
   */
  find(text: string, now: Date): Promise<ListedToken>;
  /** The token with this id, or whose id begins with this text. @throws SiteError `TOKEN_ID_UNKNOWN` */
  get(id: string): Promise<ListedToken>;
  /** Adds an entry. @throws SiteError `STORE_FULL`, `STORE_NOT_WRITABLE` */
  add(entry: TokenEntry): Promise<void>;
  /** Revokes the token with this id, or whose id begins with this text. @throws SiteError `TOKEN_ID_UNKNOWN` */
  revoke(id: string, change: { at: Date; why: string; by: string }): Promise<ListedToken>;
}

/** Opens the tokens of a log. Each call reads the log on from the newest known entry, so that a revocation counts at once. */
export function openTokenList(log: ChannelLog): TokenList {
  const tokens = new Map<string, ListedToken>();
  let known = 0;
  let reading: Promise<void> = Promise.resolve();
  /** The next read, which begins when the running one ends. */
  let next: Promise<void> | undefined;

  /**
   * Reads one at a time, so that entries are applied in order. All callers before the next read begins share it: otherwise many wrong tokens would
   * delay a valid one.
   */
  function readNewer(): Promise<void> {
    next ??= reading
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return read();
      });
    reading = next;
    return next;
  }

  async function read(): Promise<void> {
    const head = (await log.head())?.revision ?? 0;
    for (let revision = known + 1; revision <= head; revision += 1) {
      const { bytes } = await log.read(revision);
      take(parseEntry(bytes, log.locate(revision)));
      known = revision;
    }
  }

  function take(entry: TokenEntry): void {
    if (entry.kind === "made") {
      tokens.set(entry.token.id, { ...entry.token, by: entry.by });
      return;
    }
    const token = tokens.get(entry.id);
    if (!token) return;
    if (entry.kind === "ends") {
      // Rotating a token never extends its life.
      if (entry.at < token.expires) tokens.set(entry.id, { ...token, expires: entry.at });
      return;
    }
    const { at, why, by } = entry;
    // The first revocation stays: a later one would change the time from which the token is refused.
    if (!token.revoked) tokens.set(entry.id, { ...token, revoked: { at, why, by } });
  }

  async function add(entry: TokenEntry): Promise<void> {
    // Entries are validated before they are written: a single unreadable entry would make all tokens unusable.
    const bytes = Buffer.from(JSON.stringify(v.parse(tokenEntrySchema, entry)));
    for (;;) {
      await readNewer();
      try {
        await log.append(known, bytes);
        await readNewer();
        return;
      } catch (error) {
        if (!(error instanceof SiteError && error.code === "REVISION_CONFLICT")) throw error;
      }
    }
  }

  async function get(given: string): Promise<ListedToken> {
    await readNewer();
    const [found, another] = [...tokens.values()].filter(({ id }) => given.length >= 4 && id.startsWith(given));
    if (!found || another) throw new SiteError("TOKEN_ID_UNKNOWN", { id: given.slice(0, 40) });
    return found;
  }

  return {
    async list() {
      await readNewer();
      return [...tokens.values()];
    },
    async find(text, now) {
      const id = readTokenId(text);
      if (id === undefined) throw new SiteError("TOKEN_UNKNOWN", {});
      await readNewer();
      const token = tokens.get(id);
      if (!token || !isTokenText(text, token)) throw new SiteError("TOKEN_UNKNOWN", {});
      if (token.revoked) throw new SiteError("TOKEN_REVOKED", { id, at: token.revoked.at, why: token.revoked.why });
      // Written so that an invalid clock counts as expired.
      if (!(now < new Date(token.expires))) throw new SiteError("TOKEN_EXPIRED", { id, expires: token.expires });
      return token;
    },
    add,
    get,
    async revoke(given, { at, why, by }) {
      const found = await get(given);
      await add({ kind: "revoked", id: found.id, at: at.toISOString(), why, by });
      return tokens.get(found.id) ?? found;
    },
  };
}

/** The state of a token at a moment. */
export function toTokenState({ revoked, expires }: Pick<ListedToken, "revoked" | "expires">, now: Date): string {
  if (revoked) return "revoked";
  return now < new Date(expires) ? "good" : "expired";
}

/** @throws SiteError `TOKENS_INVALID`: with an unreadable list no token is accepted, since the entry might revoke it. */
function parseEntry(bytes: Buffer, path: string): TokenEntry {
  const result = v.safeParse(tokenEntrySchema, JSON.parse(bytes.toString("utf8")));
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new SiteError("TOKENS_INVALID", { path, problem: `${v.getDotPath(issue) ?? "(root)"}: ${issue.message}` });
}
