import { createChatFrame, scriptAddress } from "./chat-frame.browser.ts";
import { dawdle, loadBehaviour } from "./chat-page.browser.ts";
import type { ChatBehaviour, ConversationEntry } from "./chat-wire.ts";

// The older generation: `embedded_svc`, and handlers that are added before `init`.
const origin = new URL(scriptAddress).origin;
const handlers = new Map<string, ((data: unknown) => void)[]>();
let behaviour: ChatBehaviour | undefined;
let isInitialised = false;
let isReady = false;

function tell(name: string, data: object = {}): void {
  for (const handler of handlers.get(name) ?? []) handler(data);
}

const chat = createChatFrame({
  origin,
  id: "embeddedServiceSidebar",
  className: "embeddedServiceSidebar",
  minimizeClassName: "minimizeButton",
  onMaximized: () => tell("afterMaximize"),
  onMinimized: () => tell("afterMinimize"),
  onClosed() {
    tell("onChatEndedByChasitor");
    tell("afterDestroy");
  },
  onEntry(entry: ConversationEntry) {
    if (entry.sender.role === "EndUser") return;
    tell("onAgentMessage", { name: entry.senderDisplayName, text: readText(entry) });
  },
});

/** Payloads that are not text reach the page unchanged. */
function readText({ entryPayload }: ConversationEntry): string {
  try {
    return String(JSON.parse(entryPayload).abstractMessage.staticContent.text);
  } catch {
    return entryPayload;
  }
}

async function begin(): Promise<void> {
  try {
    behaviour = await loadBehaviour(origin);
    await dawdle(behaviour.init);
    if (behaviour.init === "fails") throw new Error("The deployment is not published.");
  } catch (error) {
    tell("onConnectionError", { message: String(error) });
    return;
  }
  if (behaviour.init === "out-of-order") {
    tell("onAvailability", { isAgentAvailable: true });
    tell("afterMinimize");
    await dawdle("slow");
  }
  isReady = true;
  tell("onSettingsCallCompleted", {});
  tell("onAvailability", { isAgentAvailable: true });
  if (behaviour.init === "ready-twice") tell("onSettingsCallCompleted", {});
}

async function start(): Promise<void> {
  if (!isReady || !behaviour) throw new Error("The chat was started before its settings were there.");
  if (chat.isMaximized()) return;
  await dawdle(behaviour.launch);
  if (behaviour.launch === "fails") {
    tell("onConnectionError", { message: "The conversation could not begin." });
    throw new Error("The conversation could not begin.");
  }
  if (behaviour.launch === "silent") {
    void chat.open();
    return;
  }
  await chat.open();
  chat.maximize();
}

async function clearSession(): Promise<void> {
  await dawdle(behaviour?.clear ?? "fine");
  if (behaviour?.clear === "fails") throw new Error("The session could not be cleared.");
  chat.remove();
  tell("afterDestroy");
}

Object.assign(window, {
  embedded_svc: {
    settings: {},
    addEventHandler(name: string, handler: (data: unknown) => void) {
      if (isInitialised) throw new Error("Handlers are added before init.");
      handlers.set(name, [...(handlers.get(name) ?? []), handler]);
    },
    init(...args: unknown[]) {
      const [baseCoreURL, communityEndpointURL, , orgId, deployment, options] = args;
      if (isInitialised) throw new Error("The chat is initialised already.");
      if (!/^00D[A-Za-z0-9]{12}([A-Za-z0-9]{3})?$/.test(String(orgId)))
        throw new Error("The organisation id is not valid.");
      if (!baseCoreURL || !communityEndpointURL || !deployment || typeof options !== "object")
        throw new Error("An argument of init is missing.");
      isInitialised = true;
      // For tests: the site's configuration.
      Reflect.set(window, "chatInitArguments", args);
      void begin();
    },
    bootstrapEmbeddedService: start,
    liveAgentAPI: { startChat: start, endChat: () => chat.close(), clearSession },
  },
});
