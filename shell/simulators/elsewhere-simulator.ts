import { setTimeout as delay } from "node:timers/promises";
import type { FastifyRequest } from "fastify";
import type { SiteConfig } from "@site/contracts/site/site-config";
import * as v from "valibot";
import { registerControl } from "./control.ts";
import { simulateLinks, toRealAddress, toSimulatedAddress } from "./elsewhere-address.ts";
import { describeAddress, pagePolicy, toPlainPage } from "./elsewhere-page.ts";
import { slowness } from "./script-behaviour.ts";
import type { Simulator } from "./simulator.ts";

const behaviourSchema = v.strictObject({
  /** The response to every request: its page or file, the same after a delay, or an error of that site. */
  answer: v.optional(v.picklist(["fine", "slow", "fails"]), "fine"),
});

/** All other sites that links lead to: sign-up, sister sites, the helpline, app stores, `/network/`; and the host of installers. */
export function createElsewhereSimulator(): Simulator {
  return {
    name: "other sites",
    isUsedBy: () => true,
    register(server, site) {
      const control = registerControl(server, behaviourSchema);
      server.get("/:host/*", async (request, reply) => {
        const { answer } = control.current();
        if (answer === "slow") await delay(slowness);
        if (answer === "fails")
          return reply.code(503).type("text/plain; charset=utf-8").send("The simulated site fails.");
        const real = toRealAddress(request.url);
        if (real === null) return reply.code(404).send({ problem: "This path names no host." });
        if (isFile(site, real)) {
          const name = `${toFileName(real)}-simulated.txt`;
          return reply
            .header("content-disposition", `attachment; filename="${name}"`)
            .type("text/plain; charset=utf-8")
            .send(toFileText(real));
        }
        const page = toPlainPage(real, { what: describeAddress(site, real), back: findOrigin(request) });
        return reply.header("content-security-policy", pagePolicy).type("text/html; charset=utf-8").send(page);
      });
    },
    apply: simulateLinks,
    toAddress: toSimulatedAddress,
  };
}

/** Whether the address is a client's: everything on the installers' host, and files named like a package. */
function isFile({ downloads }: SiteConfig, { host, pathname }: URL): boolean {
  return host === URL.parse(downloads.installerOrigin)?.host || /\.(?:exe|msi|dmg|pkg|apk|ipa)$/.test(pathname);
}

function toFileName({ pathname }: URL): string {
  return (
    pathname
      .toLowerCase()
      .replaceAll(/[^a-z0-9.]+/g, "-")
      .replaceAll(/^[-.]+|[-.]+$/g, "") || "installer"
  );
}

function toFileText({ href }: URL): string {
  return `This file stands in for the client at ${href}\nOther sites are simulated on this machine. There is nothing to install here.\n`;
}

/** The site on this machine that a visitor comes from. */
function findOrigin({ headers }: FastifyRequest): string | undefined {
  const from = URL.parse(headers.referer ?? "");
  const isNear = from?.protocol === "http:" && ["localhost", "127.0.0.1"].includes(from.hostname);
  return isNear && from.host !== headers.host ? from.origin : undefined;
}
