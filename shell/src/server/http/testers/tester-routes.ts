import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { isSiteError, type SiteError } from "@site/contracts/errors";
import * as v from "valibot";
import { signInPath } from "../../../layout/tester-facts.ts";
import type { AuditLog, TesterDeed } from "../../access/audit-log.ts";
import type { Person } from "../../access/identity-provider.ts";
import type { LiveSite } from "../../live/live-site.ts";
import { toDifference } from "../../publishing/promote.ts";
import type { ReleaseStore } from "../../releases/release-store.ts";
import { type Asked, askedReleasesSchema, findAsked, toShownLabel } from "../../testers/asked-releases.ts";
import type { ProviderSignIn } from "../../testers/provider-sign-in.ts";
import type { OverriddenSets } from "../../testers/overridden-sets.ts";
import { breakCookie, overrideCookie, sessionCookie, type Sessions, type SignedIn } from "../../testers/session.ts";
import { toSiteFace } from "../../testers/site-face.ts";
import { endPath, testerStylePath } from "../../testers/tester-mark.ts";
import { prepareForms } from "./prepare-forms.ts";
import { eachDocument, registerOverlay } from "./overlay-routes.ts";
import { registerProvider } from "./provider-routes.ts";
import { findSignInNotice } from "./sign-in-notice.ts";
import { goTo, goToSignIn, readReferrer, removal, sendPage, toSitePath } from "./tester-answers.ts";
import type { TesterPage } from "./tester-pages.ts";
import { testerStyle } from "./tester-style.ts";

export interface TesterRoutesOptions {
  live: Pick<LiveSite, "state" | "canary">;
  store: ReleaseStore;
  sessions: Sessions;
  sets: OverriddenSets;
  audit: Pick<AuditLog, "add">;
  /** The sign-in with people's own accounts; absent when only tokens and codes are accepted. */
  provider?: ProviderSignIn | undefined;
  /** The console's own host name. */
  consoleHost?: string | undefined;
}

/** Requests of one address in a minute. */
const requestsAMinute = 60;

/** Milliseconds for which the refused sign-ins of one token are one entry of the audit log. */
const refusedEveryMs = 10 * 60_000;

const toSchema = v.object({ to: v.optional(v.string(), "/") });
const signInSchema = v.object({ token: v.optional(v.string(), ""), to: v.optional(v.string(), "/") });

/**
 * Registers the routes on which testers sign in, and choose releases that no visitor sees. A link only requests them: they are chosen by a form of
 * this site, and stored in a sealed cookie.
 */
export async function registerTesters(
  server: FastifyInstance,
  { live, store, sessions, sets, audit, provider, consoleHost }: TesterRoutesOptions,
): Promise<void> {
  const hasProvider = provider !== undefined;
  /** When a refused sign-in was last logged, by the id of its token. */
  const refused = new Map<string, number>();
  await server.register(async (testers) => {
    await prepareForms(testers, {
      sessions,
      requestsAMinute,
      sendProblem: (reply, title, text) => sendPage(reply, { kind: "problem", title, text }),
    });

    testers.get<{ Querystring: { to?: unknown } }>(signInPath, async (request, reply) => {
      const to = toSitePath(request.query.to);
      const notice = await findSignInNotice(sessions, request, to);
      return sendPage(reply, { kind: "sign-in", to, hasProvider, notice });
    });

    testers.post(signInPath, async (request, reply) => {
      const { token, to } = parseSignIn(request.body);
      try {
        const { cookie, token: found } = await sessions.signIn(token.trim());
        await note("sign-in", found);
        return goTo(reply.header("set-cookie", cookie), toSitePath(to));
      } catch (error) {
        if (!isSiteError(error) || !error.code.startsWith("TOKEN_")) throw error;
        await noteRefused(error, request.log);
        return sendPage(reply.code(401), { kind: "sign-in", to: toSitePath(to), hasProvider, problem: error.message });
      }
    });

    testers.post("/-/sign-out", async (request, reply) => {
      const signedIn = await sessions.read(request.headers.cookie);
      if (signedIn) {
        await sessions.end(signedIn.session.id);
        await note("sign-out", signedIn.token);
      }
      // Pages in the browser's back/forward cache are dropped as well.
      reply.header("clear-site-data", '"cache"');
      return goTo(reply.header("set-cookie", [sessionCookie, overrideCookie, breakCookie].map(removal)), "/");
    });

    testers.get("/-/override", async (request, reply) => {
      const signedIn = await sessions.read(request.headers.cookie);
      if (!signedIn) return goToSignIn(reply, request.url);
      return sendPage(reply, await toConfirm(parseAsked(request.query), signedIn, parseTo(request.query)));
    });

    testers.post("/-/override", async (request, reply) => {
      const signedIn = await sessions.read(request.headers.cookie);
      if (!signedIn) {
        const question = new URLSearchParams({ ...toGiven(parseAsked(request.body)), to: parseTo(request.body) });
        return goToSignIn(reply, `/-/override?${question}`);
      }
      const found = await findAsked(store, parseAsked(request.body));
      // Composed now, so that a failure is reported here and not on the next page.
      await sets.find(found.versions);
      const { cookie } = await sessions.startOverride(signedIn.session, found);
      await note("preview", signedIn.token, found.label);
      return goTo(reply.header("set-cookie", cookie), parseTo(request.body));
    });

    testers.post(endPath, async (request, reply) => {
      const override = await sessions.readOverride(request.headers.cookie);
      const signedIn = override && (await sessions.read(request.headers.cookie));
      if (signedIn) {
        await sessions.end(override.id);
        await note("preview-end", signedIn.token, override.label);
      }
      return goTo(reply.header("set-cookie", removal(overrideCookie)), readReferrer(request));
    });

    if (provider) registerProvider(testers, { provider, sessions, consoleHost, note });
    registerOverlay(testers, { live, store, sessions, sets, note });

    testers.get(testerStylePath, eachDocument, (_request, reply) =>
      reply
        .header("cache-control", "private, max-age=300")
        .type("text/css; charset=utf-8")
        .send(`${toSiteFace(live.state())}${testerStyle}`),
    );
  });

  /** Logs every refused sign-in. The audit log is never truncated, so it gets only those with an expired or revoked token, once in {@link refusedEveryMs}. */
  async function noteRefused(error: SiteError, log: FastifyBaseLogger): Promise<void> {
    const token = await sessions.findRefused(error);
    log.warn({ code: error.code, token: token?.id }, "a sign-in was refused");
    if (!token || performance.now() - (refused.get(token.id) ?? -Infinity) < refusedEveryMs) return;
    refused.set(token.id, performance.now());
    await note("sign-in-refused", token, error.code);
  }

  /** Writes an entry of the audit log before the action. When that fails, the response is the error and nothing is changed. */
  async function note(action: TesterDeed, { id, owner, role }: Person, asked = ""): Promise<void> {
    await audit.add({ at: new Date().toISOString(), action, token: { id, owner, role }, asked });
  }

  async function toConfirm(asked: Asked, { token }: SignedIn, to: string): Promise<TesterPage> {
    const found = await findAsked(store, asked);
    const { versions } = found;
    const before = live.state()?.set.versions ?? {};
    // Reported here, and not after the button is pressed. Live releases were verified when they became live.
    for (const [name, version] of Object.entries(versions))
      if (before[name] !== version) await store.check(name, version);
    return {
      kind: "confirm",
      fields: { ...toGiven(asked), to },
      label: toShownLabel(found, before),
      changes: toDifference(before, { ...before, ...versions }).map(({ name, before: was, after }) => ({
        name,
        live: was ?? "none",
        asked: after ?? "none",
      })),
      owner: token.owner,
    };
  }
}

function parseAsked(input: unknown): Asked {
  const parsed = v.safeParse(askedReleasesSchema, input);
  return parsed.success ? parsed.output : { with: "", preview: "", at: "" };
}

/** The non-empty fields of a link. */
function toGiven(asked: Asked): Record<string, string> {
  return Object.fromEntries(Object.entries(asked).filter(([, text]) => text !== ""));
}

/** A body that is not a form counts as an empty form: its token is refused. */
function parseSignIn(input: unknown): v.InferOutput<typeof signInSchema> {
  const parsed = v.safeParse(signInSchema, input);
  return parsed.success ? parsed.output : { token: "", to: "/" };
}

function parseTo(input: unknown): string {
  const parsed = v.safeParse(toSchema, input);
  return parsed.success ? toSitePath(parsed.output.to) : "/";
}
