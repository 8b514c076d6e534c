import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isSiteError, toProblem } from "@site/contracts/errors";
import * as v from "valibot";
import type { AuditLog } from "../../access/audit-log.ts";
import type { ListedToken } from "../../access/token-list.ts";
import { genericMessage } from "../../../layout/unexpected-error.ts";
import type { LiveSite } from "../../live/live-site.ts";
import { pickSet } from "../../live/pick-set.ts";
import { toDifference } from "../../publishing/promote.ts";
import type { ReleaseStore } from "../../releases/release-store.ts";
import { type Asked, askedSchema, findAsked } from "../../testers/asked-releases.ts";
import type { OverriddenSets } from "../../testers/overridden-sets.ts";
import { overrideCookie, sessionCookie, type Sessions, type SignedIn, toCookie } from "../../testers/session.ts";
import { toSiteFace } from "../../testers/site-face.ts";
import { endPath, testerStylePath } from "../../testers/tester-mark.ts";
import { prepareForms } from "./prepare-forms.ts";
import { goTo, readReferrer, sendPage, toSitePath } from "./tester-answers.ts";
import type { TesterPage } from "./tester-pages.ts";
import { testerStyle } from "./tester-style.ts";

export interface TesterRoutesOptions {
  live: Pick<LiveSite, "state">;
  store: ReleaseStore;
  sessions: Sessions;
  sets: OverriddenSets;
  audit: Pick<AuditLog, "add">;
}

/** Requests of one address in a minute. */
const requestsAMinute = 60;

const signInSchema = v.object({ token: v.optional(v.string(), ""), to: v.optional(v.string(), "/") });

/**
 * Registers where testers sign in, and see releases that no visitor sees. An address only asks: what is shown is chosen by a form of this
 * site, and kept sealed.
 */
export async function registerTesters(
  server: FastifyInstance,
  { live, store, sessions, sets, audit }: TesterRoutesOptions,
): Promise<void> {
  await server.register(async (testers) => {
    await prepareForms(testers, {
      requestsAMinute,
      sendProblem: (reply, title, text) => sendPage(reply, { kind: "problem", title, text }),
    });

    testers.get<{ Querystring: { to?: unknown } }>("/-/sign-in", (request, reply) =>
      sendPage(reply, { kind: "sign-in", to: toSitePath(request.query.to) }),
    );

    testers.post("/-/sign-in", async (request, reply) => {
      const { token, to } = v.parse(signInSchema, request.body);
      try {
        const { cookie, token: found } = await sessions.signIn(token.trim());
        await note("sign-in", found);
        return goTo(reply.header("set-cookie", cookie), toSitePath(to));
      } catch (error) {
        if (!isSiteError(error) || !error.code.startsWith("TOKEN_")) throw error;
        return sendPage(reply.code(401), { kind: "sign-in", to: toSitePath(to), problem: error.message });
      }
    });

    testers.post("/-/sign-out", async (request, reply) => {
      const signedIn = await sessions.read(request.headers.cookie);
      if (signedIn) await sessions.end(signedIn.session.id);
      return goTo(reply.header("set-cookie", [removal(sessionCookie), removal(overrideCookie)]), "/");
    });

    testers.get("/-/override", async (request, reply) => {
      const signedIn = await sessions.read(request.headers.cookie);
      if (!signedIn) return goTo(reply, `/-/sign-in?to=${encodeURIComponent(request.url)}`);
      return sendPage(reply, await toConfirm(parseAsked(request.query), signedIn));
    });

    testers.post("/-/override", async (request, reply) => {
      const signedIn = await sessions.read(request.headers.cookie);
      if (!signedIn) return goTo(reply, "/-/sign-in");
      const found = await findAsked(store, parseAsked(request.body));
      // Composed now, so that what cannot be shown is said here and not on the next page.
      await sets.find(found.versions);
      const { cookie } = await sessions.startOverride(signedIn.session, found);
      await note("preview", signedIn.token, found.label);
      return goTo(reply.header("set-cookie", cookie), "/");
    });

    testers.post(endPath, async (request, reply) => {
      const override = await sessions.readOverride(request.headers.cookie);
      if (override) await sessions.end(override.id);
      return goTo(reply.header("set-cookie", removal(overrideCookie)), readReferrer(request));
    });

    testers.get(testerStylePath, (_request, reply) =>
      reply
        .header("cache-control", "private, max-age=300")
        .type("text/css; charset=utf-8")
        .send(`${toSiteFace(live.state())}${testerStyle}`),
    );
  });

  /** What is not noted is not done: the error is the answer. */
  async function note(action: "sign-in" | "preview", { id, owner, role }: ListedToken, asked = ""): Promise<void> {
    await audit.add({ at: new Date().toISOString(), action, token: { id, owner, role }, asked });
  }

  async function toConfirm(asked: Asked, { token }: SignedIn): Promise<TesterPage> {
    const { versions, label } = await findAsked(store, asked);
    const before = live.state()?.set.versions ?? {};
    return {
      kind: "confirm",
      fields: Object.fromEntries(Object.entries(asked).filter(([, text]) => text !== "")),
      label,
      changes: toDifference(before, { ...before, ...versions }).map(({ name, before: was, after }) => ({
        name,
        live: was ?? "none",
        asked: after ?? "none",
      })),
      owner: token.owner,
    };
  }
}

/** Addresses whose answers are the same for everybody. The visitor's address is not: it tells proxies the variant of a page. */
const sharedPaths = /^\/(_release|_image|assets|download\/(installer|qr)|api(?!\/visitor))\//;

export interface OverrideOptions extends Pick<TesterRoutesOptions, "sessions" | "sets"> {
  live: Pick<LiveSite, "state" | "canary">;
  /** Who signs for each package; empty where no trust list is followed. */
  readOwners(): Readonly<Record<string, string>>;
}

/**
 * Finds the set of who signed in before a page is looked up. Only requests with one of the two cookies wait for it. An override that counts no
 * more is removed. When its set cannot be shown, the tester is told so: pages of another set in its place would mislead.
 */
export function registerOverride(server: FastifyInstance, { sessions, sets, live, readOwners }: OverrideOptions): void {
  server.decorateRequest("overridden");
  // With a callback, because an async hook would cost every request of a visitor.
  server.addHook("onRequest", (request, reply, done) => {
    const { cookie } = request.headers;
    if (cookie === undefined || request.url.startsWith("/-/")) done();
    else if (cookie.includes(`${overrideCookie}=`)) void goOn(request, reply, done);
    else if (cookie.includes(`${sessionCookie}=`) && !sharedPaths.test(request.url)) void nameReleases(request, done);
    else done();
  });

  /** Who signed in sees what visitors see, with the names of the releases. When the session cannot be read, the page is shown all the same. */
  async function nameReleases(request: FastifyRequest, done: () => void): Promise<void> {
    try {
      const { state } = pickSet(live, request);
      if (state && (await sessions.read(request.headers.cookie))) request.overridden = { state, owners: readOwners() };
    } catch (error) {
      request.log.error({ problem: toProblem(error) }, "a session cannot be read");
    }
    done();
  }

  async function goOn(request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): Promise<void> {
    try {
      if (await findOverridden(request, reply)) return;
    } catch (error) {
      done(error instanceof Error ? error : new Error(toProblem(error)));
      return;
    }
    done();
  }

  /** @returns whether the request was answered, because the set cannot be shown */
  async function findOverridden(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const override = await sessions.readOverride(request.headers.cookie);
    if (!override) {
      reply.header("set-cookie", removal(overrideCookie));
      return false;
    }
    try {
      const { label, until, versions } = override;
      request.overridden = { state: await sets.find(versions), owners: readOwners(), asked: { label, until } };
      return false;
    } catch (error) {
      request.log.error({ problem: toProblem(error) }, "a set cannot be shown to a tester");
      await sendPage(reply.code(503).header("retry-after", "5"), {
        kind: "problem",
        title: "This preview cannot be shown",
        text: isSiteError(error) ? error.message : genericMessage.en,
      });
      return true;
    }
  }
}

const removal = (name: string): string => toCookie(name, "", 0);

function parseAsked(input: unknown): Asked {
  const parsed = v.safeParse(askedSchema, input);
  return parsed.success ? parsed.output : { with: "", preview: "", at: "" };
}
