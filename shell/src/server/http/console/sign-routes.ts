import type { FastifyInstance, FastifyReply } from "fastify";
import { isSiteError, type SiteError } from "@site/contracts/errors";
import { type Envelope, parseEnvelope } from "@site/contracts/signing/signed-document";
import { assertJson } from "@site/contracts/signing/strict-json";
import * as v from "valibot";
import type { AuditLog } from "../../access/audit-log.ts";
import type { ConsoleSources } from "../../console/console-sources.ts";
import { readSince } from "../../console/read-timeline.ts";
import { describeRecord } from "../../../signing/record-facts.ts";
import { setRecordSchema } from "../../releases/release-records.ts";
import type { Sessions, SignedIn } from "../../testers/session.ts";
import { sendProblem } from "../answers/problem.ts";
import { toStatus } from "../teams/send-refusal.ts";
import { goTo, goToSignIn } from "../testers/tester-answers.ts";
import { isApart } from "../answers/is-apart.ts";
import type { ConsolePage } from "./console-page.ts";
import { consoleScriptNames, readConsoleScript, toScriptPath } from "./console-scripts.ts";
import { consolePath } from "./parts.ts";
import { canAct } from "./prepare-link.ts";
import { notForYou } from "./prepare-routes.ts";
import { toRefusedPage, toUncertainPage } from "./done-page.ts";
import { toRecordName } from "./signing-offer.ts";

export interface SignRoutesOptions extends Pick<ConsoleSources, "store"> {
  sessions: Sessions;
  audit: Pick<AuditLog, "add">;
  /** The host name at which browsers sign; absent when they do not. */
  consoleHost?: string | undefined;
  send(reply: FastifyReply, page: ConsolePage, signedIn: SignedIn): Promise<FastifyReply>;
}

/** Maximum bytes of a signed record in a form: one with the most previews has a third of it. */
const maxRecordBytes = 262_144;

const fieldsSchema = v.object({ form: v.string(), record: v.string(), keyid: v.string(), sig: v.string() });
type Fields = v.InferOutput<typeof fieldsSchema>;

/** Registers the route that receives a record signed in the browser, and the scripts that sign it. */
export function registerSign(scope: FastifyInstance, options: SignRoutesOptions): void {
  const { sessions, store, audit, consoleHost, send } = options;

  for (const name of consoleScriptNames)
    scope.get(toScriptPath(name), (request, reply) =>
      isApart(request, consoleHost)
        ? reply
            .header("cache-control", "private, no-cache")
            .type("text/javascript; charset=utf-8")
            .send(readConsoleScript(name).text)
        : sendProblem(reply, 404, "CONSOLE_ONLY", "The scripts of the console are at its own host name."),
    );

  scope.post(`${consolePath}/sign`, { bodyLimit: maxRecordBytes }, async (request, reply) => {
    const signedIn = await sessions.read(request.headers.cookie);
    if (!signedIn) return goToSignIn(reply, toDoneAddress(request.body));
    if (!canAct(signedIn.token)) {
      await note(signedIn, "", "TOKEN_ROLE_LOW");
      return send(reply.code(403), notForYou, signedIn);
    }
    const fields = v.safeParse(fieldsSchema, request.body);
    if (!isApart(request, consoleHost) || !fields.success) return goTo(reply, consolePath);
    let asked = "";
    try {
      const envelope = toEnvelope(fields.output);
      asked = toAsked(envelope);
      if (!(await sessions.isFormOf(signedIn.session, fields.output.form, toRecordName(envelope)))) {
        await note(signedIn, asked, "RECORD_NOT_PREPARED");
        return send(reply.code(403), toRefusedPage(notPrepared), signedIn);
      }
      const { set } = await store.appendSigned(envelope);
      await note(signedIn, asked, null);
      return goTo(reply, `${consolePath}/done?after=${set.revision - 1}`);
    } catch (error) {
      if (!isSiteError(error)) throw error;
      await note(signedIn, asked, error.code);
      if (error.code === "REVISION_UNCONFIRMED")
        return send(reply.code(500), toUncertainPage(error.message, Number(error.details["revision"]) - 1), signedIn);
      const expected = error.code === "REVISION_CONFLICT" ? Number(error.details["expected"]) : undefined;
      const since = expected === undefined ? [] : await readSince(options, expected);
      return send(reply.code(toRefusedStatus(error)), toRefusedPage(error.message, since), signedIn);
    }
  });

  async function note({ token: { id, owner, role } }: SignedIn, asked: string, code: string | null): Promise<void> {
    const outcome = code === null ? "done" : "refused";
    await audit.add({ at: new Date().toISOString(), action: "sign", token: { id, owner, role }, asked, outcome, code });
  }
}

const notPrepared =
  "This session did not prepare exactly this record, or it did so more than an hour ago. Prepare the action again.";

/** @throws SiteError `ENVELOPE_INVALID` */
function toEnvelope({ record, keyid, sig }: Fields): Envelope {
  return parseEnvelope({ signatures: [{ keyid, sig }], signed: parse(record) }, "the record");
}

/** A record's JSON; null for other texts, because no envelope has null. */
function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    assertJson(value);
    return value;
  } catch {
    return null;
  }
}

/**
 * The address that a person who has to sign in again is sent to. It shows whether the action is recorded; it is not, unless the form was sent before.
 */
function toDoneAddress(body: unknown): string {
  const fields = v.safeParse(fieldsSchema, body);
  const record = v.safeParse(setRecordSchema, fields.success ? parse(fields.output.record) : null);
  return record.success ? `${consolePath}/done?after=${record.output.revision - 1}` : consolePath;
}

/** The description of a record in the audit log: `promote as 44 with 3f2a9c0d11aa`. */
function toAsked({ signed, signatures }: Envelope): string {
  const record = v.safeParse(setRecordSchema, signed);
  const [[, action = ""] = []] = record.success ? describeRecord(record.output) : [];
  const key = signatures[0]?.keyid.slice(0, 12) ?? "";
  return record.success ? `${action} as revision ${record.output.revision} with the key ${key}` : `with the key ${key}`;
}

function toRefusedStatus(error: SiteError): number {
  if (error.code === "REVISION_CONFLICT") return 409;
  if (error.code === "RECORD_INVALID" || error.code === "RECORD_FUTURE") return 422;
  return toStatus(error);
}
