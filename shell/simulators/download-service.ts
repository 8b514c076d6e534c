import { setTimeout as delay } from "node:timers/promises";
import { type DownloadLink, downloadQuerySchema } from "@site/contracts/documents/download-link";
import * as v from "valibot";
import { registerControl } from "./control.ts";
import { slowness } from "./script-behaviour.ts";
import type { Simulator } from "./simulator.ts";

const behaviourSchema = v.strictObject({
  answer: v.optional(v.picklist(["fine", "slow", "fails", "html", "no-links"]), "fine"),
});

/** The path of the service on its origin. */
const servicePath = "/links";

/** The service with the links for phones, by brand, platform and country (B123-B126). */
export function createDownloadService(): Simulator {
  return {
    name: "download service",
    isUsedBy: () => true,
    register(server) {
      const control = registerControl(server, behaviourSchema);
      const asked: unknown[] = [];
      server.get(servicePath, async (request, reply) => {
        const query = v.safeParse(downloadQuerySchema, request.query);
        if (!query.success) return reply.code(400).send({ problem: "Expected brandAlias, platform and country." });
        asked.push(query.output);
        asked.splice(0, asked.length - 100);
        const { answer } = control.current();
        if (answer === "slow") await delay(slowness);
        if (answer === "fails") return reply.code(503).send({ problem: "The simulated service fails." });
        if (answer === "html")
          return reply.type("text/html").send("<!doctype html><title>Sign in to the network</title>");
        return { links: answer === "no-links" ? [] : listLinks(query.output) };
      });
      server.get("/asked", () => asked);
    },
    apply: (site) => site,
    toServiceUrl: (origin) => `${origin}${servicePath}`,
  };
}

/** A package or a store's page for the country, and the store's page for every country, in the real service's format. */
function listLinks({ brandAlias, platform, country }: v.InferOutput<typeof downloadQuerySchema>): DownloadLink[] {
  const place = country.toLowerCase();
  const store = { type: 2, url: `https://apps.example/${platform}/${brandAlias}/` };
  const direct =
    platform === "android"
      ? `https://download.ggp.example/android/${place}/${brandAlias}.apk`
      : `https://apps.example/ios/${place}/${brandAlias}/`;
  return [store, { type: 6, url: direct }];
}
