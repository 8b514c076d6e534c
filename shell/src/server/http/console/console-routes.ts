import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as v from "valibot";
import type { AuditLog } from "../../access/audit-log.ts";
import type { TokenList } from "../../access/token-list.ts";
import type { ConsoleSources } from "../../console/console-sources.ts";
import { comparePage, compareSets } from "../../console/compare-sets.ts";
import { readOverview } from "../../console/read-overview.ts";
import { readShownRelease, readReleases } from "../../console/read-releases.ts";
import { readTimeline } from "../../console/read-timeline.ts";
import { consolePolicy } from "../../policies/response-headers.ts";
import type { CheckSet } from "../../publishing/admit-upload.ts";
import { describeTrust } from "../../releases/trust/describe-trust.ts";
import type { FollowedTrust } from "../../releases/trust/follow-trust.ts";
import type { Sessions, SignedIn } from "../../testers/session.ts";
import { toSiteFace } from "../../testers/site-face.ts";
import { prepareForms } from "../testers/prepare-forms.ts";
import { goToSignIn, sendPage as sendTesterPage } from "../testers/tester-answers.ts";
import { isApart } from "../answers/is-apart.ts";
import { toApartUrl } from "./console-host.ts";
import { type ConsolePage, consoleStylePath, renderConsolePage } from "./console-page.ts";
import { readConsoleScript, toScriptPolicy } from "./console-scripts.ts";
import { consoleStyle } from "./console-style.ts";
import { toDifferencePage, toPageDifferencePage } from "./difference-page.ts";
import { toHistoryPage } from "./history-page.ts";
import { toOverviewPage } from "./overview-page.ts";
import type { BrowserKeyPlace } from "./browser-key-card.ts";
import { toKeysPage } from "./keys-page.ts";
import { listEndedKeys, listOperatorKeys } from "./signing-offer.ts";
import { consolePath } from "./parts.ts";
import { canAct } from "./prepare-link.ts";
import { registerPrepare } from "./prepare-routes.ts";
import { registerSign } from "./sign-routes.ts";
import { toReleasePage, toReleasesPage } from "./release-pages.ts";

export interface ConsoleRoutesOptions extends ConsoleSources {
  sessions: Sessions;
  audit: Pick<AuditLog, "add" | "last">;
  tokens: Pick<TokenList, "list">;
  /** The console's own host name; undefined when it shares the site's. */
  consoleHost?: string | undefined;
  /** Checks a set as a whole; absent on a server without the release check's key. */
  checkSet?: CheckSet | undefined;
  /** The trust list that verifies the store; absent when it is not followed. */
  trust: FollowedTrust | undefined;
}

/** Requests of one address in a minute: people read slowly, and composing a set for a comparison takes seconds. */
const requestsAMinute = 240;

/** Entries of the audit log on the page of keys. */
const auditEntries = 50;

const setNameSchema = v.pipe(v.string(), v.minLength(1), v.maxLength(80));
const comparedSchema = v.object({
  from: setNameSchema,
  to: setNameSchema,
  page: v.optional(v.pipe(v.string(), v.maxLength(400))),
  locale: v.optional(v.pipe(v.string(), v.maxLength(10))),
});

const untilSchema = v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/), v.transform(Number)));

/** Registers the console: pages for signed-in people, rendered by the server, which no cache stores. */
export async function registerConsole(server: FastifyInstance, options: ConsoleRoutesOptions): Promise<void> {
  const { sessions, live, site } = options;
  async function send(reply: FastifyReply, page: ConsolePage, { token }: SignedIn): Promise<FastifyReply> {
    const isHere = isApart(reply.request, options.consoleHost);
    const script = page.script && isHere ? readConsoleScript(page.script) : undefined;
    const html = await renderConsolePage(page, token, { siteName: site.siteId, isApart: isHere, script });
    if (page.refreshSeconds !== undefined) reply.header("refresh", String(page.refreshSeconds));
    return reply
      .headers(script ? toScriptPolicy(script) : consolePolicy)
      .header("cache-control", "private, no-store")
      .type("text/html; charset=utf-8")
      .send(html);
  }

  await server.register(async (scope) => {
    await prepareForms(scope, {
      sessions,
      requestsAMinute,
      sendProblem: (reply, title, text) => sendTesterPage(reply, { kind: "problem", title, text, to: consolePath }),
    });

    /** Responds with a page for a signed-in person; others are redirected to the sign-in. */
    function get<Q = unknown, P = unknown>(
      path: string,
      toPage: (signedIn: SignedIn, request: FastifyRequest<{ Querystring: Q; Params: P }>) => Promise<ConsolePage>,
    ): void {
      scope.get<{ Querystring: Q; Params: P }>(path, async (request, reply) => {
        const signedIn = await sessions.read(request.headers.cookie);
        if (!signedIn) return goToSignIn(reply, request.url);
        return send(reply, await toPage(signedIn, request), signedIn);
      });
    }

    get<{ fresh?: unknown }>(consolePath, async ({ token }, { query }) =>
      toOverviewPage(await readOverview(options), token, query.fresh !== undefined),
    );
    get<{ until?: unknown }>(`${consolePath}/history`, async ({ token }, { query }) => {
      const until = v.safeParse(untilSchema, query.until);
      return toHistoryPage(await readTimeline(options, until.success ? until.output : undefined), token);
    });
    get(`${consolePath}/releases`, async ({ token }) => toReleasesPage(await readReleases(options), token));
    get<unknown, { name: string; version: string }>(
      `${consolePath}/releases/:name/:version`,
      async ({ token }, { params: { name, version } }) =>
        toReleasePage(await readShownRelease(options, name, version), token),
    );

    type Compared = Record<"from" | "to" | "page" | "locale", unknown>;
    get<Compared>(`${consolePath}/difference`, async (_signedIn, { query }) => {
      const asked = v.safeParse(comparedSchema, query);
      const record = await options.store.current();
      const choices = {
        newest: await options.store.revision(),
        hasCanary: record?.channels?.canary !== undefined,
        previews: Object.keys(record?.channels?.previews ?? {}),
      };
      if (!asked.success) return toDifferencePage(undefined, choices);
      const { from, to, page, locale } = asked.output;
      return page === undefined || locale === undefined
        ? toDifferencePage(await compareSets(options, from, to), choices)
        : toPageDifferencePage(await comparePage(options, { from, to }, { page, locale }));
    });

    get(`${consolePath}/keys`, async ({ token }, request) => {
      const keys = options.trust ? describeTrust(options.trust.trust) : [];
      if (!canAct(token)) return toKeysPage(keys, undefined, undefined);
      const [list, entries] = await Promise.all([options.tokens.list(), options.audit.last(auditEntries)]);
      return toKeysPage(keys, { tokens: list, entries }, toBrowserKeyPlace(request, token));
    });

    /** The place of an operator's browser key; undefined when browsers do not sign. */
    function toBrowserKeyPlace(request: FastifyRequest, { owner }: SignedIn["token"]): BrowserKeyPlace | undefined {
      const { consoleHost, trust } = options;
      if (consoleHost === undefined || !trust) return undefined;
      return isApart(request, consoleHost)
        ? { keys: listOperatorKeys(trust.trust), ended: listEndedKeys(trust.trust), owner }
        : { url: toApartUrl(request, consoleHost, `${consolePath}/keys#browser`) };
    }

    registerPrepare(scope, { ...options, send });
    registerSign(scope, { ...options, send });

    scope.get(consoleStylePath, (_request, reply) =>
      reply
        .header("cache-control", "private, max-age=300")
        .type("text/css; charset=utf-8")
        .send(`${toSiteFace(live.state())}${consoleStyle}`),
    );
  });
}
