import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isSiteError } from "@site/contracts/errors";
import * as v from "valibot";
import type { AuditLog } from "../../access/audit-log.ts";
import { type Action, actionSchema, prepareAction, reasonSchema } from "../../console/prepare-action.ts";
import type { ConsoleSources } from "../../console/console-sources.ts";
import { readSince } from "../../console/read-timeline.ts";
import { createSetChecks } from "../../console/set-checks.ts";
import type { CheckSet } from "../../publishing/admit-upload.ts";
import type { SignedIn } from "../../testers/session.ts";
import { goTo, goToSignIn } from "../testers/tester-answers.ts";
import { askedActionSchema, toAbout, toFields } from "./asked-action.ts";
import type { ConsolePage } from "./console-page.ts";
import { toDonePage } from "./done-page.ts";
import { consolePath } from "./parts.ts";
import { canAct, preparePath } from "./prepare-link.ts";
import { nothingChosen, toPreparedPage, toPrepareFormPage } from "./prepare-pages.ts";
import { createPreparedFacts, type PreparedFactsOptions } from "./prepared-facts.ts";
import { checkPath } from "./signing-card.ts";

export interface PrepareRoutesOptions extends ConsoleSources, Omit<PreparedFactsOptions, "checks"> {
  audit: Pick<AuditLog, "add">;
  /** Checks a set as a whole; absent on a server without the release check's key. */
  checkSet?: CheckSet | undefined;
  send(reply: FastifyReply, page: ConsolePage, signedIn: SignedIn): Promise<FastifyReply>;
}

/** The address of a submitted action: an address, so that the browser can go back to it and reload it. */
const shownPath = `${preparePath}/shown`;

const whySchema = v.object({ why: v.optional(v.unknown()) });
const formSchema = v.object({ form: v.string(), why: v.optional(v.string(), "") });
const shownSchema = v.object({ proof: v.string(), why: reasonSchema });
const afterSchema = v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number));

/** A submitted action, and the fields of its address. */
interface ShownAction {
  action: Action;
  why: string;
  fields: { why: string; proof: string } & Record<string, string>;
}

/**
 * Registers the routes on which an operator prepares changes of the site. They show all effects of a change. The operator signs it with an own key,
 * which no server has: in the browser, at the console's own host name, or by the shown command.
 */
export function registerPrepare(scope: FastifyInstance, options: PrepareRoutesOptions): void {
  const { sessions, store, audit, send, checkSet } = options;
  const checks = checkSet && createSetChecks(checkSet);
  const facts = createPreparedFacts({ ...options, checks });

  scope.get(preparePath, async (request, reply) => {
    const signedIn = await readOperator(request, reply, request.url);
    if (!signedIn) return reply;
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

  scope.post(preparePath, async (request, reply) => {
    const asked = v.safeParse(askedActionSchema, request.body);
    const form = v.safeParse(formSchema, request.body);
    const typed = asked.success && form.success && { ...toFields(asked.output), why: form.output.why };
    const back = typed ? `${preparePath}?${new URLSearchParams(typed)}` : consolePath;
    const signedIn = await readOperator(request, reply, back);
    if (!signedIn) return reply;
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
    if (!why.success) return refuse(400, why.issues[0].message);
    return prepareAction(store, action.output, why.output).then(
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

  // Planned at each request, so that the page shows what the action would change now.
  scope.get(shownPath, async (request, reply) => {
    const signedIn = await readOperator(request, reply, request.url);
    const shown = signedIn && (await readShown(request.query, signedIn, reply));
    if (!shown) return reply;
    const { action, why, fields } = shown;
    const { kind } = action;
    try {
      const prepared = await prepareAction(store, action, why);
      const radius = await facts.findRadius(kind, prepared);
      const offer = await facts.offerSigning(request, signedIn, fields, prepared);
      return send(reply, toPreparedPage({ kind, why, prepared, radius, offer }), signedIn);
    } catch (error) {
      if (!isSiteError(error)) throw error;
      const sealed = await sessions.sealForm(signedIn.session);
      const { proof: _proof, why: _why, ...asked } = fields;
      const form = { action: { ...asked, kind }, sealed, why, problem: error.message };
      return send(reply.code(409), toPrepareFormPage(form), signedIn);
    }
  });

  // The check takes a while, so it is only begun here, and the shown action reports its end.
  scope.post(checkPath, async (request, reply) => {
    const signedIn = await readOperator(request, reply, consolePath);
    if (!signedIn) return reply;
    if (!checks) return goTo(reply, consolePath);
    const shown = await readShown(request.body, signedIn, reply);
    if (!shown) return reply;
    const { move, command } = await prepareAction(store, shown.action, shown.why);
    await note("check", signedIn, command);
    checks.start(await facts.listUnchecked(move));
    return goTo(reply, `${shownPath}?${new URLSearchParams(shown.fields)}`);
  });

  scope.get<{ Querystring: { after?: unknown } }>(`${consolePath}/done`, async (request, reply) => {
    const signedIn = await sessions.read(request.headers.cookie);
    if (!signedIn) return goToSignIn(reply, request.url);
    const after = v.safeParse(afterSchema, request.query.after);
    if (!after.success) return goTo(reply, consolePath);
    const entries = await readSince(options, after.output);
    const live = options.live.state()?.set.revision;
    return send(reply, toDonePage({ after: after.output, entries, live, canAct: canAct(signedIn.token) }), signedIn);
  });

  /** The signed-in person, if they may act. For others it responds and returns undefined. @param back the page after a sign-in */
  async function readOperator(
    request: FastifyRequest,
    reply: FastifyReply,
    back: string,
  ): Promise<SignedIn | undefined> {
    const signedIn = await sessions.read(request.headers.cookie);
    if (signedIn && canAct(signedIn.token)) return signedIn;
    await (signedIn ? send(reply.code(403), notForYou, signedIn) : goToSignIn(reply, back));
    return undefined;
  }

  /**
   * The action of an address or a form that this session has submitted before. Otherwise it responds with the action's form, filled in, and returns
   * undefined.
   */
  async function readShown(
    given: unknown,
    { session }: SignedIn,
    reply: FastifyReply,
  ): Promise<ShownAction | undefined> {
    const asked = v.safeParse(askedActionSchema, given);
    const shown = v.safeParse(shownSchema, given);
    if (!asked.success || !shown.success) {
      await goTo(reply, consolePath);
      return undefined;
    }
    const { why, proof } = shown.output;
    const action = v.safeParse(actionSchema, asked.output);
    const fields = { ...toFields(asked.output), why };
    if (action.success && (await sessions.isFormOf(session, proof, toAbout(fields))))
      return { action: action.output, why, fields: { ...fields, proof } };
    await goTo(reply, `${preparePath}?${new URLSearchParams(fields)}`);
    return undefined;
  }

  /** Writes an entry of the audit log before the action. When that fails, the response is the error and nothing is prepared. */
  async function note(
    action: "prepare" | "check",
    { token: { id, owner, role } }: SignedIn,
    asked: string,
  ): Promise<void> {
    await audit.add({ at: new Date().toISOString(), action, token: { id, owner, role }, asked });
  }
}

export const notForYou: ConsolePage = {
  title: "Not with this token",
  place: consolePath,
  lede: "What changes the site is prepared with an operator's token. Reading needs no other one.",
  content: null,
};
