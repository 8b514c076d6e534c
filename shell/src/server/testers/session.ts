import { randomBytes } from "node:crypto";
import { packageNameSchema } from "@site/contracts/names/island-name";
import { isSiteError, SiteError } from "@site/contracts/errors";
import { versionSchema } from "@site/contracts/releases/release";
import * as v from "valibot";
import { accessRoles, readTokenId, tokenOwnerSchema } from "../access/access-token.ts";
import type { Person } from "../access/identity-provider.ts";
import type { SignInCodes } from "../access/sign-in-codes.ts";
import type { ListedToken, TokenList } from "../access/token-list.ts";
import { breakModes } from "../../layout/tester-facts.ts";
import type { BrokenRemote } from "./broken-remote.ts";
import { findCookie, toCookie } from "./cookies.ts";
import { type EndedIds, idSchema } from "./ended-ids.ts";
import type { Seal } from "./seal.ts";

/** Milliseconds until a sign-in ends: a working day. An override ends earlier. */
export const sessionMs = 8 * 3_600_000;
/** Milliseconds until the sign-in of a person at the provider ends. It is short, because the server does not learn when the provider removes the person. */
export const personMs = 2 * 3_600_000;
export const overrideMs = 2 * 3_600_000;
/** Milliseconds for which a remote stays broken on purpose. */
export const breakMs = 10 * 60_000;
/** Milliseconds for which a browser keeps an expired cookie of either, so that the next page can report the expiry. */
const keptAfterEndMs = 24 * 3_600_000;

export const sessionCookie = "__Host-session";
export const overrideCookie = "__Host-override";
export const breakCookie = "__Host-break";
/** The cookies that responses to testers depend on. */
export const testerCookies = [sessionCookie, overrideCookie, breakCookie] as const;

const momentSchema = v.pipe(v.string(), v.isoTimestamp());

const sessionEntries = {
  kind: v.literal("session"),
  id: idSchema,
  /** UTC, ISO 8601. */
  until: momentSchema,
};

/** The content of a sign-in's cookie: the id of the token, or the person that the provider identified. */
const sessionSchema = v.union([
  v.strictObject({ ...sessionEntries, token: v.string() }),
  v.strictObject({
    ...sessionEntries,
    person: v.strictObject({ id: v.string(), owner: tokenOwnerSchema, role: v.picklist(accessRoles) }),
  }),
]);
export type Session = v.InferOutput<typeof sessionSchema>;

/** The content of an override's cookie: releases that a tester sees in place of the live ones. */
const overrideSchema = v.strictObject({
  kind: v.literal("override"),
  id: idSchema,
  session: idSchema,
  /** Versions in place of the stable set's. */
  versions: v.record(packageNameSchema, versionSchema),
  /** The requested releases, as the banner names them. */
  label: v.string(),
  /** UTC, ISO 8601. */
  until: momentSchema,
});
export type Override = v.InferOutput<typeof overrideSchema>;

/** The content of a break's cookie: a remote whose scripts are broken for a tester. */
const breakSchema = v.strictObject({
  kind: v.literal("break"),
  id: idSchema,
  session: idSchema,
  remote: packageNameSchema,
  how: v.picklist(breakModes),
  /** UTC, ISO 8601. */
  until: momentSchema,
});
type Break = v.InferOutput<typeof breakSchema>;

/** An override or break that ended by itself, by its expiry or with its session: the tester may believe that it is still active. */
export type Ended = (Override | Break) & { isTimeOver: boolean };

/** The sealed token of a form that changes something: a form of another session, or one that was copied long ago, does not have a valid one. */
const formSchema = v.strictObject({
  kind: v.literal("form"),
  session: idSchema,
  until: momentSchema,
  /** The digest of the only record that the form may send. */
  about: v.exactOptional(v.string()),
});

/** Milliseconds for which a form can be sent. */
const formMs = 3_600_000;

/** A session that was valid when it was read. */
export interface SignedIn {
  session: Session;
  /** The owner and the role: of the token, or by the provider at the sign-in. */
  token: Person;
}

/** The sessions of testers. Cookies are sealed, and a session or override that was ended stays ended, also for a copy of its cookie. */
export interface Sessions {
  /** @throws SiteError `TOKEN_*` when the text is neither a valid token nor a valid code */
  signIn(tokenText: string): Promise<{ cookie: string; token: ListedToken }>;
  /** The token of an error of {@link signIn}: its text was right, and it had expired or was revoked. */
  findRefused(error: SiteError): Promise<ListedToken | undefined>;
  /** Starts the session of a person that the provider identified. @returns its cookie */
  startFor(person: Person): Promise<{ cookie: string }>;
  /** The session of a request's cookies; undefined when there is none, it ended, or its token is not valid any more. */
  read(cookies: string | undefined): Promise<SignedIn | undefined>;
  /** @returns the cookie of an override that ends with its session at the latest */
  startOverride(session: Session, asked: Pick<Override, "versions" | "label">): Promise<{ cookie: string }>;
  /** The override of a request's cookies; undefined when there is none, it ended, or it belongs to another session. */
  readOverride(cookies: string | undefined): Promise<Override | undefined>;
  /** Breaks the scripts of a remote for a session. @returns the cookie */
  startBreak(session: Session, asked: Omit<BrokenRemote, "until">): Promise<{ cookie: string }>;
  /** The broken remote of a request's cookies; undefined when there is none, it ended, or it belongs to another session. */
  readBreak(cookies: string | undefined): Promise<Break | undefined>;
  /** The override of a request's cookies, else the broken remote, that ended by itself; undefined for one that the tester ended, or by a sign-out. */
  readEnded(cookies: string | undefined): Promise<Ended | undefined>;
  /** A sealed token for the forms of a session's pages. @param about the content of the form, if it may send nothing else */
  sealForm(session: Session, about?: string): Promise<string>;
  /** Whether a form has a token that {@link sealForm} made for the session and for its content, not too long ago. */
  isFormOf(session: Session, text: string, about?: string): Promise<boolean>;
  /** Ends a session or an override, on every server that shares the log. */
  end(id: string): Promise<void>;
}

export interface SessionsOptions {
  seal: Seal;
  tokens: TokenList;
  codes: Pick<SignInCodes, "use">;
  ended: EndedIds;
  now?: () => Date;
}

export function openSessions({ seal, tokens, codes, ended, now = () => new Date() }: SessionsOptions): Sessions {
  /** Written so that an invalid moment counts as past. */
  const isOpen = async ({ id, until }: { id: string; until: string }): Promise<boolean> =>
    now() < new Date(until) && !(await ended.has(id));

  const findByCode = async (text: string): Promise<ListedToken> => {
    const token = await tokens.get(await codes.use(text, now()));
    // A code is valid only while its token is: the token may have expired or been revoked meanwhile.
    if (token.revoked || !(now() < new Date(token.expires))) throw new SiteError("TOKEN_CODE_INVALID", {});
    return token;
  };

  async function read(cookies: string | undefined): Promise<SignedIn | undefined> {
    const text = findCookie(cookies, sessionCookie);
    const session = text === undefined ? undefined : await seal.open(sessionSchema, text);
    if (!session || !(await isOpen(session))) return undefined;
    if ("person" in session) return { session, token: session.person };
    const token = await tokens.get(session.token).catch((error: unknown) => {
      if (isSiteError(error, "TOKEN_ID_UNKNOWN")) return undefined;
      throw error;
    });
    const counts = token && !token.revoked && now() < new Date(token.expires);
    return counts ? { session, token } : undefined;
  }

  /** The id and expiry of an override or break, which ends with its session at the latest. */
  function bind(session: Session, milliseconds: number): { id: string; session: string; until: string } {
    const until = Math.min(now().getTime() + milliseconds, new Date(session.until).getTime());
    return { id: toId(), session: session.id, until: new Date(until).toISOString() };
  }

  /** The override or break of a request's cookies, and whether it is still active. */
  async function findBound<T extends { id: string; session: string; until: string }>(
    cookies: string | undefined,
    name: string,
    schema: v.GenericSchema<unknown, T>,
  ): Promise<{ bound: T; isShown: boolean } | undefined> {
    const text = findCookie(cookies, name);
    const bound = text === undefined ? undefined : await seal.open(schema, text);
    if (!bound) return undefined;
    return { bound, isShown: (await isOpen(bound)) && (await read(cookies))?.session.id === bound.session };
  }

  async function readBound<T extends { id: string; session: string; until: string }>(
    cookies: string | undefined,
    name: string,
    schema: v.GenericSchema<unknown, T>,
  ): Promise<T | undefined> {
    const found = await findBound(cookies, name, schema);
    return found?.isShown ? found.bound : undefined;
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
    async findRefused({ code, details }) {
      const isKnown = code === "TOKEN_EXPIRED" || code === "TOKEN_REVOKED";
      return isKnown ? tokens.get(String(details["id"])) : undefined;
    },
    async startFor(person) {
      const until = new Date(now().getTime() + personMs).toISOString();
      const session: Session = { kind: "session", id: toId(), person, until };
      return { cookie: toCookie(sessionCookie, await seal.close(session), personMs / 1000) };
    },
    async startOverride(session, asked) {
      const override: Override = { kind: "override", ...bind(session, overrideMs), ...asked };
      return { cookie: toCookie(overrideCookie, await seal.close(override), (overrideMs + keptAfterEndMs) / 1000) };
    },
    readOverride: (cookies) => readBound(cookies, overrideCookie, overrideSchema),
    async startBreak(session, asked) {
      const broken: Break = { kind: "break", ...bind(session, breakMs), ...asked };
      return { cookie: toCookie(breakCookie, await seal.close(broken), (breakMs + keptAfterEndMs) / 1000) };
    },
    readBreak: (cookies) => readBound(cookies, breakCookie, breakSchema),
    async readEnded(cookies) {
      const both = [
        await findBound(cookies, overrideCookie, overrideSchema),
        await findBound(cookies, breakCookie, breakSchema),
      ];
      for (const found of both) {
        if (!found || found.isShown) continue;
        const { id, session, until } = found.bound;
        if ((await ended.has(id)) || (await ended.has(session))) continue;
        return { ...found.bound, isTimeOver: !(now() < new Date(until)) };
      }
      return undefined;
    },
    sealForm({ id }, about) {
      const until = new Date(now().getTime() + formMs).toISOString();
      return seal.close({ kind: "form", session: id, until, ...(about !== undefined && { about }) });
    },
    async isFormOf({ id }, text, about) {
      const form = await seal.open(formSchema, text);
      return form?.session === id && form.about === about && now() < new Date(form.until);
    },
    end: (id) => ended.add(id, now()),
  };
}

const toId = (): string => randomBytes(12).toString("hex");
