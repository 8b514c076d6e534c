import { setTimeout as delay } from "node:timers/promises";
import type { FastifyReply } from "fastify";
import * as v from "valibot";

/** Possible faults of a third party's script. */
export const scriptBehaviourSchema = v.optional(
  v.picklist(["fine", "slow", "missing", "html", "empty", "throws", "redefines", "hangs"]),
  "fine",
);
type ScriptBehaviour = v.InferOutput<typeof scriptBehaviourSchema>;

/** Milliseconds of the delay `slow`: longer than a tag waits for an answer. */
export const slowness = 1200;

/** The globals of the consent tool and of the tags. */
const consentAndTags = ["OneTrust", "OnetrustActiveGroups", "dataLayer", "google_tag_manager"];

/**
 * Responds with the script, or with the configured fault: of the network, of the vendor, or of a captive portal.
 * @param globals the vendor's own, which the fault `redefines` replaces beside those of the page
 */
export async function sendScript(
  reply: FastifyReply,
  behaviour: ScriptBehaviour,
  script: string,
  globals: readonly string[] = consentAndTags,
): Promise<FastifyReply> {
  const send = (text: string): FastifyReply => reply.type("text/javascript; charset=utf-8").send(text);
  switch (behaviour) {
    case "missing":
      return reply.code(404).send({ problem: "There is no such file." });
    case "html":
      return reply.type("text/html").send("<!doctype html><title>Sign in</title><h1>Sign in to the hotel network</h1>");
    case "empty":
      return send("");
    case "throws":
      return send('throw new Error("The simulated script is broken.");');
    case "redefines":
      return send(
        `window.fetch = window.JSON = window.Promise = undefined; ${globals.map((name) => `window.${name} = `).join("")}42;`,
      );
    case "hangs":
      return reply.hijack();
    case "slow":
      await delay(slowness);
      return send(script);
    case "fine":
      return send(script);
  }
}
