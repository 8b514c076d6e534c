import { randomBytes } from "node:crypto";
import { packageNameSchema } from "@site/contracts/names/island-name";
import { isSiteError, SiteError } from "@site/contracts/errors";
import { versionSchema } from "@site/contracts/releases/release";
import * as v from "valibot";
import { readTokenId } from "../access/access-token.ts";
import type { SignInCodes } from "../access/sign-in-codes.ts";
import type { ListedToken, TokenList } from "../access/token-list.ts";
import type { ChannelLog } from "../releases/storage/channel-log.ts";
import { appendNext } from "../releases/append-next.ts";
import type { Seal } from "./seal.ts";

/** Milliseconds until a sign-in ends: a working day. An override ends earlier. */
export const sessionMs = 8 * 3_600_000;
export const overrideMs = 2 * 3_600_000;

export const sessionCookie = "__Host-session";
export const overrideCookie = "__Host-override";

const idSchema = v.pipe(v.string(), v.regex(/^[0-9a-f]{24}$/));
const momentSchema = v.pipe(v.string(), v.isoTimestamp());

/** A sign-in, as its cookie says it. The token that it was made with is named by its id. */
const sessionSchema = v.strictObject({
  kind: v.literal("session"),
  id: idSchema,
  token: v.string(),
  /** UTC, ISO 8601. */
  until: momentSchema,
});
export type Session = v.InferOutput<typeof sessionSchema>;

/** Releases that a tester sees in place of the live ones, as its cookie says it. */
const overrideSchema = v.strictObject({
  kind: v.literal("override"),
  id: idSchema,
  session: idSchema,
  /** Versions in place of the stable set's. */
  versions: v.record(packageNameSchema, versionSchema),
  /** What the tester asked for, as the banner names it. */
  label: v.string(),
  /** UTC, ISO 8601. */
  until: momentSchema,
});
export type Override = v.InferOutput<typeof overrideSchema>;

/** What a form carries that changes something: a page of another session, and one that was copied long ago, cannot send it. */
const formSchema = v.strictObject({ kind: v.literal("form"), session: idSchema, until: momentSchema });

/** Milliseconds for which a form can be sent. */
const formMs = 3_600_000;

/** A session with the token it was made with, which counted when it was read. */
export interface SignedIn {
  session: Session;
  token: ListedToken;
}

/** The sessions of testers. What a browser keeps is sealed; what ended stays ended, also for a copy of its cookie. */
export interface Sessions {
  /** @throws SiteError `TOKEN_*` when the text is no token that counts, and no code for one */
  signIn(tokenText: string): Promise<{ cookie: string; token: ListedToken }>;
  /** The session of a request's cookies; undefined when there is none, it ended, or its token counts no more. */
  read(cookies: string | undefined): Promise<SignedIn | undefined>;
  /** @returns the cookie of an override that ends with its session at the latest */
  startOverride(session: Session, asked: Pick<Override, "versions" | "label">): Promise<{ cookie: string }>;
  /** The override of a request's cookies; undefined when there is none, it ended, or it belongs to another session. */
  readOverride(cookies: string | undefined): Promise<Override | undefined>;
  /** A sealed text that the forms of a session's pages carry. */
  sealForm(session: Session): Promise<string>;
  /** Whether a form carries what {@link sealForm} made for the session, not too long ago. */
  isFormOf(session: Session, text: string): Promise<boolean>;
  /** Ends a session or an override, on every server that shares the log. */
  end(id: string): Promise<void>;
}

export interface SessionsOptions {
  seal: Seal;
  tokens: TokenList;
  codes: Pick<SignInCodes, "use">;
  /** The ids of what was ended by hand. */
  log: ChannelLog;
  now?: () => Date;
}

/** Sets a cookie for this host alone, which no script can read and no other site's form sends. */
export function toCookie(name: string, value: string, seconds: number): string {
  return `${name}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax; Secure; HttpOnly`;
}

export function openSessions({ seal, tokens, codes, log, now = () => new Date() }: SessionsOptions): Sessions {
  const ended = new Set<string>();
  let known = 0;

  async function readEnded(): Promise<ReadonlySet<string>> {
    const head = (await log.head())?.revision ?? 0;
    for await (const { revision, bytes } of log.range(known + 1, head)) {
      ended.add(v.parse(v.object({ id: idSchema }), JSON.parse(Buffer.from(bytes).toString("utf8"))).id);
      known = Math.max(known, revision);
    }
    return ended;
  }

  /** Written so that an invalid moment counts as past. */
  const isOpen = async ({ id, until }: { id: string; until: string }): Promise<boolean> =>
    now() < new Date(until) && !(await readEnded()).has(id);

  const findByCode = async (text: string): Promise<ListedToken> => {
    const token = await tokens.get(await codes.use(text, now()));
    // A code of a token that ended meanwhile is as good as the token.
    if (token.revoked || !(now() < new Date(token.expires))) throw new SiteError("TOKEN_CODE_INVALID", {});
    return token;
  };

  async function read(cookies: string | undefined): Promise<SignedIn | undefined> {
    const text = findCookie(cookies, sessionCookie);
    const session = text === undefined ? undefined : await seal.open(sessionSchema, text);
    if (!session || !(await isOpen(session))) return undefined;
    const token = await tokens.get(session.token).catch((error: unknown) => {
      if (isSiteError(error, "TOKEN_ID_UNKNOWN")) return undefined;
      throw error;
    });
    const counts = token && !token.revoked && now() < new Date(token.expires);
    return counts ? { session, token } : undefined;
  }

  return {
    read,
    async signIn(tokenText) {
      const token = await (readTokenId(tokenText) === undefined
        ? findByCode(tokenText)
        : tokens.find(tokenText, now()));
      const until = Math.min(now().getTime() + sessionMs, new Date(token.expires).getTime());
      const session: Session = {
        kind: "session",
        id: toId(),
        token: token.id,
        until: new Date(until).toISOString(),
      };
      return { cookie: toCookie(sessionCookie, await seal.close(session), sessionMs / 1000), token };
    },
    async startOverride(session, asked) {
      const until = Math.min(now().getTime() + overrideMs, new Date(session.until).getTime());
      const override: Override = {
        kind: "override",
        id: toId(),
        session: session.id,
        ...asked,
        until: new Date(until).toISOString(),
      };
      return { cookie: toCookie(overrideCookie, await seal.close(override), overrideMs / 1000) };
    },
    async readOverride(cookies) {
      const text = findCookie(cookies, overrideCookie);
      const override = text === undefined ? undefined : await seal.open(overrideSchema, text);
      if (!override || !(await isOpen(override))) return undefined;
      return (await read(cookies))?.session.id === override.session ? override : undefined;
    },
    sealForm: ({ id }) =>
      seal.close({ kind: "form", session: id, until: new Date(now().getTime() + formMs).toISOString() }),
    async isFormOf({ id }, text) {
      const form = await seal.open(formSchema, text);
      return form?.session === id && now() < new Date(form.until);
    },
    async end(id) {
      await appendNext(log, Buffer.from(JSON.stringify({ id, at: now().toISOString() })));
    },
  };
}

const toId = (): string => randomBytes(12).toString("hex");

/** The value of a cookie; undefined when it is missing, or named twice. */
function findCookie(cookies: string | undefined, name: string): string | undefined {
  const found = (cookies ?? "").split(/; ?/).filter((one) => one.startsWith(`${name}=`));
  return found.length === 1 ? found[0]?.slice(name.length + 1) : undefined;
}
