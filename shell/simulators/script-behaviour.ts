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

/** A script that breaks the page's globals, and replaces the third party's globals. */
const redefining =
  "window.fetch = window.JSON = window.Promise = undefined; window.OneTrust = window.OnetrustActiveGroups = window.dataLayer = window.google_tag_manager = 42;";

/** Responds with the script, or with the configured fault: of the network, of the vendor, or of a captive portal. */
export async function sendScript(
  reply: FastifyReply,
  behaviour: ScriptBehaviour,
  script: string,
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
      return send(redefining);
    case "hangs":
      return reply.hijack();
    case "slow":
      await delay(slowness);
      return send(script);
    case "fine":
      return send(script);
  }
}
