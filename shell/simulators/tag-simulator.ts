import * as v from "valibot";
import { toBrowserScript } from "../src/server/http/answers/browser-script.ts";
import { registerControl } from "./control.ts";
import { scriptBehaviourSchema, sendScript } from "./script-behaviour.ts";
import type { Simulator } from "./simulator.ts";

const behaviourSchema = v.strictObject({
  script: scriptBehaviourSchema,
  /** How the script takes over the data layer: at once, some time after it ran, or by replacing the array. */
  inbox: v.optional(v.picklist(["fine", "late", "replaced"]), "fine"),
});

/** A record of the tag for each entry. */
const recordSchema = v.strictObject({
  /** The container or measurement id in the script's request. */
  id: v.string(),
  /** The pushed entry; a command of Google's tag is a list. */
  entry: v.unknown(),
  /** The visitor's consent when the tag processed the entry; empty when none was given. */
  consent: v.record(v.string(), v.string()),
  /** Milliseconds for which the tag held the entry, waiting for the visitor's answer. */
  held: v.number(),
  /** When its document was opened, in milliseconds since 1970. */
  opened: v.number(),
  /** Its position among the records of that document, from 1. */
  nth: v.number(),
});

/** Maximum of stored records: the latest. */
const capacity = 500;

/** The tag manager, and Google's tag alone: each records the entries of its data layer, and shows them. */
export function createTagSimulator(): Simulator {
  return {
    name: "tag manager",
    vendor: "analytics",
    isUsedBy: () => true,
    register(server) {
      const control = registerControl(server, behaviourSchema);
      const records: v.InferOutput<typeof recordSchema>[] = [];
      let loads = 0;
      for (const path of ["/gtm.js", "/gtag/js"]) {
        server.get(path, (_request, reply) => {
          loads += 1;
          const { script, inbox } = control.current();
          return sendScript(
            reply,
            script,
            toBrowserScript(import.meta.dirname, "tag-manager.browser.ts").replace('"INBOX"', JSON.stringify(inbox)),
          );
        });
      }
      // A page sends it as text, so that browsers send no preflight.
      server.post("/collect", (request, reply) => {
        const record = v.safeParse(v.pipe(v.string(), v.parseJson(), recordSchema), request.body);
        if (!record.success) return reply.code(400).send({ problem: "This is no record." });
        records.push(record.output);
        // Concurrent requests of a page may arrive in any order.
        records.sort((one, other) => one.opened - other.opened || one.nth - other.nth);
        records.splice(0, records.length - capacity);
        return reply.code(204).send();
      });
      server.get("/records", () => records);
      server.delete("/records", (_request, reply) => {
        records.length = 0;
        return reply.code(204).send();
      });
      server.get("/loads", () => ({ loads }));
    },
    apply: (site, origin) => {
      const pageEvent = site.analytics?.pageEvent ?? "content-view";
      return {
        ...site,
        analytics:
          pageEvent === "content-view"
            ? { pageEvent, tagManagerId: "GTM-SIMUL8", scriptUrl: `${origin}/gtm.js` }
            : { pageEvent, tagManagerId: "G-SIMULATED1", scriptUrl: `${origin}/gtag/js` },
      };
    },
  };
}
