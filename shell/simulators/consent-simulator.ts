import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { toBrowserScript } from "../src/server/http/answers/browser-script.ts";
import type { ConsentSettingsFile, GeolocationResponse } from "./consent-wire.ts";
import { registerControl } from "./control.ts";
import { scriptBehaviourSchema, sendScript } from "./script-behaviour.ts";
import type { Simulator } from "./simulator.ts";

/** The only site id of this consent tool. */
const siteId = "5e0c0de0-51ee-4c0d-8e11-0123456789ab";

const behaviourSchema = v.strictObject({
  script: scriptBehaviourSchema,
  /** When and how the tool reports the visitor's choice. */
  answer: v.optional(v.picklist(["fine", "slow", "twice", "out-of-order", "silent"]), "fine"),
  /** The visitor's place by the tool's own detection. */
  country: v.optional(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/, "expected a country's code such as DE")), "DE"),
});

/** The consent tool, with a usable banner. It responds for every site, under an id of its own. */
export function createConsentSimulator(): Simulator {
  return {
    name: "consent tool",
    vendor: "consent",
    isUsedBy: () => true,
    register(server) {
      const control = registerControl(server, behaviourSchema);
      let loads = 0;
      let located = 0;
      server.get("/scripttemplates/otSDKStub.js", (_request, reply) => {
        loads += 1;
        return sendScript(
          reply,
          control.current().script,
          toBrowserScript(
            import.meta.dirname,
            "consent-choice.browser.ts",
            "consent-banner.browser.ts",
            "consent-tool.browser.ts",
          ),
        );
      });
      server.get("/consent/:id/settings.json", (request, reply) => {
        const { answer } = control.current();
        const settings: ConsentSettingsFile = { answer, countries: ["DE", "FR", "GB"] };
        return v.is(v.object({ id: v.literal(siteId) }), request.params)
          ? settings
          : reply.code(404).send({ problem: "There is no such site." });
      });
      server.get("/geo/v1/location", (): GeolocationResponse => {
        located += 1;
        return { countryCode: control.current().country, stateCode: "" };
      });
      server.get("/banner.css", (_request, reply) =>
        reply
          .type("text/css; charset=utf-8")
          .send(readFileSync(join(import.meta.dirname, "consent-banner.css"), "utf8")),
      );
      server.get("/loads", () => ({ loads }));
      server.get("/located", () => ({ located }));
    },
    apply: (site, origin) => ({
      ...site,
      consent: { id: siteId, scriptUrl: `${origin}/scripttemplates/otSDKStub.js` },
    }),
  };
}
