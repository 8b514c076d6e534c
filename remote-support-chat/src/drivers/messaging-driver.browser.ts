import * as wire from "@site/contracts/wire/wire-schema";
import { automatedName, type ChatReport, type CreateChatDriver } from "../chat-driver.ts";
import { during } from "./during.ts";
import { readCoveredPixels } from "./read-covered-pixels.browser.ts";
import { createVendorStart } from "./vendor-start.browser.ts";

const callable = <T>(): wire.Shape<T> => wire.custom((input) => typeof input === "function");

/** The used parts of the newer generation's script. */
const bootstrapSchema = wire.object({
  settings: wire.custom<Record<string, unknown>>(wire.isRecord),
  init: callable<(orgId: string, deployment: string, siteUrl: string, options: { scrt2URL: string }) => void>(),
  utilAPI: wire.object({
    launchChat: callable<() => Promise<unknown>>(),
    // Only in the script's second version.
    minimizeChat: wire.optional(callable<() => unknown>()),
  }),
  userVerificationAPI: wire.object({ clearSession: callable<() => Promise<unknown>>() }),
  prechatAPI: wire.optional(
    wire.object({ setHiddenPrechatFields: callable<(fields: Record<string, string>) => void>() }),
  ),
});

const entrySchema = wire.object({
  conversationEntry: wire.object({
    entryType: wire.string(),
    entryPayload: wire.string(),
    senderDisplayName: wire.string(),
    sender: wire.object({ role: wire.string() }),
  }),
});

const textSchema = wire.object({
  abstractMessage: wire.object({ staticContent: wire.object({ text: wire.string() }) }),
});

/** The element in which the script shows its window. */
const windowSelector = "#embedded-messaging";

/** The newer generation (Messaging for Web): `embeddedservice_bootstrap`, and events on `window`. */
export const createMessagingDriver: CreateChatDriver = (settings, tell) => {
  const start = createVendorStart({ scriptUrl: settings.scriptUrl, initialise, tell });

  on("onEmbeddedMessagingReady", () => {
    start.succeed();
    getBootstrap().prechatAPI?.setHiddenPrechatFields({ Domain_Type: settings.domainType });
  });
  on("onEmbeddedMessagingInitSuccess", () => tell({ type: "init-succeeded" }));
  on("onEmbeddedMessagingInitError", (detail) => {
    const problem = `the vendor reported an error: ${JSON.stringify(detail) ?? "no details"}`;
    start.fail(problem);
    tell({ type: "init-failed", problem });
  });
  on("onEmbeddedMessagingWindowMaximized", () => tell({ type: "window-maximized" }));
  on("onEmbeddedMessagingWindowMinimized", () => tell({ type: "window-minimized" }));
  on("onEmbeddedMessagingConversationClosed", () => tell({ type: "ended" }));
  on("onEmbeddedMessageSent", (detail) => {
    const report = readMessage(detail);
    if (report) tell(report);
  });

  function initialise(): void {
    const bootstrap = getBootstrap();
    bootstrap.settings["language"] = settings.language;
    bootstrap.settings["hideChatButtonOnLoad"] = true;
    bootstrap.init(settings.orgId, settings.configurationNames.deployment, withoutSlash(settings.siteUrl), {
      scrt2URL: withoutSlash(settings.scrt2Url),
    });
  }

  return {
    prepare: start.prepare,
    async launch(attempt) {
      await during(attempt, getBootstrap().utilAPI.launchChat());
    },
    async minimize() {
      const { utilAPI } = getBootstrap();
      if (utilAPI.minimizeChat) return void (await utilAPI.minimizeChat());
      // The script's first version cannot minimize: hide the window, and show it again before the next launch.
      findWindow()?.style.setProperty("display", "none", "important");
      tell({ type: "window-minimized" });
    },
    reveal() {
      findWindow()?.style.removeProperty("display");
    },
    readCoveredPixels: () => readCoveredPixels(windowSelector),
    async clearSession() {
      await getBootstrap().userVerificationAPI.clearSession();
    },
  };
};

function on(name: string, hear: (detail: unknown) => void): void {
  window.addEventListener(name, (event) => hear(event instanceof CustomEvent ? event.detail : undefined));
}

function getBootstrap(): wire.InferOutput<typeof bootstrapSchema> {
  const bootstrap: unknown = Reflect.get(window, "embeddedservice_bootstrap");
  if (!bootstrapSchema.is(bootstrap)) throw new Error("the vendor's script offers no embeddedservice_bootstrap");
  return bootstrap;
}

function findWindow(): HTMLElement | null {
  return document.querySelector<HTMLElement>(windowSelector);
}

function readMessage(detail: unknown): ChatReport | undefined {
  if (!entrySchema.is(detail)) return undefined;
  const { entryType, entryPayload, senderDisplayName, sender } = detail.conversationEntry;
  if (entryType !== "Message") return undefined;
  try {
    const payload: unknown = JSON.parse(entryPayload);
    // A message without text, such as a picture, is ignored.
    if (!textSchema.is(payload)) return undefined;
    const isAutomated = sender.role !== "EndUser" && senderDisplayName === automatedName;
    return { type: "said", text: payload.abstractMessage.staticContent.text, isAutomated };
  } catch (problem) {
    return { type: "unreadable", problem };
  }
}

/** Removes the trailing slash, because the vendor joins paths to addresses itself. */
function withoutSlash(address: string): string {
  return address.replace(/\/$/, "");
}
