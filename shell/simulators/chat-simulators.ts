import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { SiteConfig } from "@site/contracts/site/site-config";
import * as v from "valibot";
import { toBrowserScript } from "../src/server/http/answers/browser-script.ts";
import { registerConversations } from "./chat-conversations.ts";
import { createChatQueue } from "./chat-queue.ts";
import type { ChatBehaviour } from "./chat-wire.ts";
import { registerControl } from "./control.ts";
import { scriptBehaviourSchema, sendScript } from "./script-behaviour.ts";
import type { Simulator } from "./simulator.ts";

const behaviourSchema = v.strictObject({
  script: scriptBehaviourSchema,
  init: v.optional(v.picklist(["fine", "slow", "fails", "ready-twice", "out-of-order", "hangs"]), "fine"),
  launch: v.optional(v.picklist(["fine", "slow", "fails", "silent", "hangs"]), "fine"),
  clear: v.optional(v.picklist(["fine", "fails", "hangs"]), "fine"),
  payload: v.optional(v.picklist(["fine", "broken"]), "fine"),
  minimize: v.optional(v.boolean(), true),
  replyDelay: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(10_000)), 500),
}) satisfies v.GenericSchema<unknown, ChatBehaviour>;

/** The three simulators of the chat: the operator's queue, and the vendor's two generations. */
export function createChatSimulators(): Simulator[] {
  return [createChatQueue(), createEmbedded(), createMessaging()];
}

/** The older generation. A site without `isSupportSalesforceMessaging` uses it (B111). */
function createEmbedded(): Simulator {
  return {
    name: "chat, older generation (embedded)",
    vendor: "chat",
    isUsedBy: ({ vendorHosts, flags }) => vendorHosts.chat !== undefined && !flags.isSupportSalesforceMessaging,
    register: (server) => registerChat(server, "/embeddedservice/5.0/esw.min.js", "chat-embedded.browser.ts"),
    apply: (site, origin) => toChatSite(site, origin, "/embeddedservice/5.0/esw.min.js"),
  };
}

/** The newer generation. A site with `isSupportSalesforceMessaging` uses it (B111). */
function createMessaging(): Simulator {
  return {
    name: "chat, newer generation (messaging)",
    vendor: "chat",
    isUsedBy: ({ vendorHosts, flags }) => vendorHosts.chat !== undefined && flags.isSupportSalesforceMessaging,
    register: (server) => registerChat(server, "/assets/js/bootstrap.min.js", "chat-messaging.browser.ts"),
    apply: (site, origin) => toChatSite(site, origin, "/assets/js/bootstrap.min.js"),
  };
}

function toChatSite(site: SiteConfig, origin: string, scriptPath: string): SiteConfig {
  const addresses = {
    scriptUrl: `${origin}${scriptPath}`,
    communityEndpoint: `${origin}/community/`,
    siteUrl: `${origin}/site/`,
    scrt2Url: `${origin}/scrt2/`,
  };
  return { ...site, supportChat: { ...site.supportChat, ...addresses } };
}

function registerChat(server: FastifyInstance, scriptPath: string, generation: string): void {
  const control = registerControl<ChatBehaviour>(server, behaviourSchema);
  registerConversations(server, control);
  let loads = 0;
  server.get(scriptPath, (_request, reply) => {
    loads += 1;
    const script = toBrowserScript(import.meta.dirname, "chat-page.browser.ts", "chat-frame.browser.ts", generation);
    return sendScript(reply, control.current().script, script, ["embedded_svc", "embeddedservice_bootstrap"]);
  });
  server.get("/loads", () => ({ loads }));
  server.get("/embeddedservice/v1/embedded-service-config", () => ({
    embeddedServiceConfig: { name: "simulated" },
    behaviour: control.current(),
  }));
  server.get("/embeddedservice/v1/businesshours", (_request, reply) => reply.code(204).send());
  server.get("/window/", (_request, reply) => reply.type("text/html; charset=utf-8").send(readOwn("chat-window.html")));
  server.get("/window/window.css", (_request, reply) =>
    reply.type("text/css; charset=utf-8").send(readOwn("chat-window.css")),
  );
  server.get("/window/frame.css", (_request, reply) =>
    reply.type("text/css; charset=utf-8").send(readOwn("chat-frame.css")),
  );
  server.get("/window/window.js", (_request, reply) =>
    reply.type("text/javascript; charset=utf-8").send(toBrowserScript(import.meta.dirname, "chat-window.browser.ts")),
  );
}

function readOwn(file: string): string {
  return readFileSync(join(import.meta.dirname, file), "utf8");
}
