import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isSiteError } from "@site/contracts/errors";
import type { SetVersions } from "@site/contracts/releases/release-set";
import * as v from "valibot";
import type { AuditLog } from "../../access/audit-log.ts";
import type { ConsoleSources } from "../../console/console-sources.ts";
import {
  type Action,
  type ActionKind,
  actionSchema,
  type PreparedAction,
  prepareAction,
  reasonSchema,
} from "../../console/prepare-action.ts";
import { readSince } from "../../console/read-timeline.ts";
import { createSetChecks } from "../../console/set-checks.ts";
import type { CheckSet } from "../../publishing/admit-upload.ts";
import { type BlastRadius, findBlastRadius } from "../../publishing/blast-radius.ts";
import { loadPackages } from "../../publishing/load-packages.ts";
import { listPlanned, type Move, toDifference } from "../../publishing/promote.ts";
import { readLayout } from "../../releases/read-layout.ts";
import type { FollowedTrust } from "../../releases/trust/follow-trust.ts";
import type { Sessions, SignedIn } from "../../testers/session.ts";
import { goTo } from "../testers/tester-answers.ts";
import { askedActionSchema, toAbout, toFields } from "./asked-action.ts";
import { isApart, toApartUrl } from "./console-host.ts";
import type { ConsolePage } from "./console-page.ts";
import { toDonePage } from "./done-page.ts";
import { consolePath } from "./parts.ts";
import { canAct } from "./prepare-link.ts";
import { nothingChosen, toPreparedPage, toPrepareFormPage } from "./prepare-pages.ts";
import { checkPath, type SigningOffer } from "./signing-card.ts";
import { toSigningOffer } from "./signing-offer.ts";

export interface PrepareRoutesOptions extends ConsoleSources {
  sessions: Sessions;
  audit: Pick<AuditLog, "add">;
  trust: FollowedTrust | undefined;
  /** The host name at which browsers sign; absent where they do not. */
  consoleHost?: string | undefined;
  /** Checks a set as a whole; absent on a server without the key of the release check. */
  checkSet?: CheckSet | undefined;
  send(reply: FastifyReply, page: ConsolePage, signedIn: SignedIn): Promise<FastifyReply>;
}

const path = `${consolePath}/prepare`;
/** Where an action is shown that was sent as a form: an address, so that the browser can go back to it and read it again. */
const shownPath = `${path}/shown`;

const whySchema = v.object({ why: v.optional(v.unknown()) });
const formSchema = v.object({ form: v.string(), why: v.optional(v.string(), "") });
const shownSchema = v.object({ proof: v.string(), why: reasonSchema });
const afterSchema = v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number));

/**
 * Registers where an operator prepares what changes the site. It is shown with all that it touches, and signed with an operator's key, which no
 * server has: in the browser, at the console's own host name, or by the command that is shown.
 */
export function registerPrepare(scope: FastifyInstance, options: PrepareRoutesOptions): void {
  const { sessions, store, audit, send, checkSet } = options;
  const checks = checkSet && createSetChecks(checkSet);

  scope.get(path, async (request, reply) => {
    const signedIn = await sessions.read(request.headers.cookie);
    if (!signedIn) return goTo(reply, `/-/sign-in?to=${encodeURIComponent(request.url)}`);
    if (!canAct(signedIn.token)) return send(reply.code(403), notForYou, signedIn);
    const asked = v.safeParse(askedActionSchema, request.query);
    if (!asked.success) return goTo(reply, consolePath);
    const { kind, with: releases } = asked.output;
    if (releases === undefined && (kind === "promote" || kind === "canary-start"))
      return send(reply.code(400), nothingChosen, signedIn);
    const sealed = await sessions.sealForm(signedIn.session);
    const why = v.safeParse(reasonSchema, v.parse(whySchema, request.query).why);
    const action = toFields(asked.output);
    return send(reply, toPrepareFormPage({ action, sealed, ...(why.success && { why: why.output }) }), signedIn);
  });

  scope.post(path, async (request, reply) => {
    const signedIn = await sessions.read(request.headers.cookie);
    const asked = v.safeParse(askedActionSchema, request.body);
    const form = v.safeParse(formSchema, request.body);
    if (!signedIn) {
      const fields = asked.success && form.success && { ...toFields(asked.output), why: form.output.why };
      const to = fields ? `${path}?${new URLSearchParams(fields)}` : consolePath;
      return goTo(reply, `/-/sign-in?to=${encodeURIComponent(to)}`);
    }
    if (!canAct(signedIn.token)) return send(reply.code(403), notForYou, signedIn);
    if (!asked.success || !form.success) return goTo(reply, consolePath);
    const why = v.safeParse(reasonSchema, form.output.why);
    const action = v.safeParse(actionSchema, asked.output);
    const refuse = async (status: number, problem: string): Promise<FastifyReply> => {
      const sealed = await sessions.sealForm(signedIn.session);
      const page = toPrepareFormPage({ action: toFields(asked.output), sealed, why: form.output.why, problem });
      return send(reply.code(status), page, signedIn);
    };
    if (!(await sessions.isFormOf(signedIn.session, form.output.form)))
      return refuse(
        403,
        "This form was made for another session, or too long ago. Read it again, and send it once more.",
      );
    if (!action.success) return refuse(400, `The action is not complete: ${action.issues[0].message}.`);
    if (!why.success) return refuse(400, `The reason: ${why.issues[0].message}.`);
    return prepare(action.output, why.output).then(
      async ({ move, command }) => {
        if (!move.isDone) await note("prepare", signedIn, command);
        const fields = { ...toFields(asked.output), why: why.output };
        const proof = await sessions.sealForm(signedIn.session, toAbout(fields));
        return goTo(reply, `${shownPath}?${new URLSearchParams({ ...fields, proof })}`);
      },
      (error: unknown) => {
        if (isSiteError(error)) return refuse(409, error.message);
        throw error;
      },
    );
  });

  // Planned anew each time: what is shown is what would be done now.
  scope.get(shownPath, async (request, reply) => {
    const signedIn = await sessions.read(request.headers.cookie);
    if (!signedIn) return goTo(reply, `/-/sign-in?to=${encodeURIComponent(request.url)}`);
    if (!canAct(signedIn.token)) return send(reply.code(403), notForYou, signedIn);
    const asked = v.safeParse(askedActionSchema, request.query);
    const shown = v.safeParse(shownSchema, request.query);
    if (!asked.success || !shown.success) return goTo(reply, consolePath);
    const { why, proof } = shown.output;
    const action = v.safeParse(actionSchema, asked.output);
    const fields = { ...toFields(asked.output), why };
    if (!action.success || !(await sessions.isFormOf(signedIn.session, proof, toAbout(fields))))
      return goTo(reply, `${path}?${new URLSearchParams(fields)}`);
    try {
      const prepared = await prepare(action.output, why);
      const { kind } = action.output;
      const radius = await findRadius(kind, prepared);
      const offer = await offerSigning(request, signedIn, { ...fields, proof }, prepared);
      return send(reply, toPreparedPage({ kind, why, prepared, radius, offer }), signedIn);
    } catch (error) {
      if (!isSiteError(error)) throw error;
      const sealed = await sessions.sealForm(signedIn.session);
      const form = { action: toFields(asked.output), sealed, why, problem: error.message };
      return send(reply.code(409), toPrepareFormPage(form), signedIn);
    }
  });

  // The check takes a while, so it is begun here, and the shown action says when it has ended.
  scope.post(checkPath, async (request, reply) => {
    const signedIn = await sessions.read(request.headers.cookie);
    if (!signedIn) return goTo(reply, `/-/sign-in?to=${encodeURIComponent(consolePath)}`);
    if (!canAct(signedIn.token)) return send(reply.code(403), notForYou, signedIn);
    const asked = v.safeParse(askedActionSchema, request.body);
    const shown = v.safeParse(shownSchema, request.body);
    if (!checks || !asked.success || !shown.success) return goTo(reply, consolePath);
    const { why, proof } = shown.output;
    const action = v.safeParse(actionSchema, asked.output);
    const fields = { ...toFields(asked.output), why };
    if (!action.success || !(await sessions.isFormOf(signedIn.session, proof, toAbout(fields))))
      return goTo(reply, `${path}?${new URLSearchParams(fields)}`);
    const { move, command } = await prepare(action.output, why);
    await note("check", signedIn, command);
    checks.start(await listUnchecked(move));
    return goTo(reply, `${shownPath}?${new URLSearchParams({ ...fields, proof })}`);
  });

  scope.get<{ Querystring: { after?: unknown } }>(`${consolePath}/done`, async (request, reply) => {
    const signedIn = await sessions.read(request.headers.cookie);
    if (!signedIn) return goTo(reply, `/-/sign-in?to=${encodeURIComponent(request.url)}`);
    const after = v.safeParse(afterSchema, request.query.after);
    if (!after.success) return goTo(reply, consolePath);
    const entries = await readSince(options, after.output);
    const live = options.live.state()?.set.revision;
    return send(reply, toDonePage({ after: after.output, entries, live, canAct: canAct(signedIn.token) }), signedIn);
  });

  const prepare = (action: Action, why: string): Promise<PreparedAction> => prepareAction(store, action, why);

  /** How the operator can sign it in the browser; undefined where the console has no host name of its own, or nothing is to be done. */
  async function offerSigning(
    request: FastifyRequest,
    { session }: SignedIn,
    shown: { why: string; proof: string } & Record<string, string>,
    { move }: PreparedAction,
  ): Promise<SigningOffer | undefined> {
    const { consoleHost, trust } = options;
    const { why, proof: _proof, ...fields } = shown;
    if (consoleHost === undefined || !trust || move.isDone) return undefined;
    if (isApart(request, consoleHost)) {
      const unchecked = checks && (await listUnchecked(move));
      if (unchecked && unchecked.length > 0) return { kind: "unchecked", state: checks.find(unchecked), fields: shown };
      return toSigningOffer({ store, sessions, trust: trust.trust }, session, move, why);
    }
    return {
      kind: "elsewhere",
      url: toApartUrl(request, consoleHost, `${path}?${new URLSearchParams({ ...fields, why })}`),
    };
  }

  /** The sets of a plan that no release check has signed for. */
  async function listUnchecked({ versions, channels }: Move): Promise<SetVersions[]> {
    const unchecked: SetVersions[] = [];
    for (const one of listPlanned(versions, channels))
      if (!(await store.isChecked(await store.toSet(one)))) unchecked.push(one);
    return unchecked;
  }

  /** Writes an entry of the audit log before the action. When that fails, the error is the answer and nothing is prepared. */
  async function note(
    action: "prepare" | "check",
    { token: { id, owner, role } }: SignedIn,
    asked: string,
  ): Promise<void> {
    await audit.add({ at: new Date().toISOString(), action, token: { id, owner, role }, asked });
  }

  /** Where each package that changes for some visitors is seen. */
  async function findRadius(kind: ActionKind, { move }: PreparedAction): Promise<(readonly [string, BlastRadius])[]> {
    const { canary } = move.channels;
    const versions = canary && kind === "canary-start" ? canary.versions : move.versions;
    const names = toDifference(move.before?.set.versions, versions).map(({ name }) => name);
    if (names.length === 0) return [];
    const packages = await loadPackages(store, versions);
    const site = { site: options.site, data: options.data.documents() };
    return names
      .filter((name) => packages.has(name))
      .map((name) => [name, findBlastRadius(name, packages, readLayout(packages), [site])] as const);
  }
}

export const notForYou: ConsolePage = {
  title: "Not with this token",
  place: consolePath,
  lede: "What changes the site is prepared with an operator's token. Reading needs no other one.",
  content: null,
};
