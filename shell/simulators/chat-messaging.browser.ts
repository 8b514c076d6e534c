import { createChatFrame, scriptAddress } from "./chat-frame.browser.ts";
import { dawdle, loadBehaviour } from "./chat-page.browser.ts";
import type { ChatBehaviour, ConversationEntry } from "./chat-wire.ts";

// The newer generation: `embeddedservice_bootstrap`, and events on `window`.
const origin = new URL(scriptAddress).origin;
let behaviour: ChatBehaviour | undefined;
let isInitialised = false;
let isReady = false;

function fire(name: string, detail: object = {}): void {
  window.dispatchEvent(new CustomEvent(name, { detail }));
}

const chat = createChatFrame({
  origin,
  id: "embedded-messaging",
  className: "embedded-messaging",
  minimizeClassName: "embedded-messaging-minimize",
  onMaximized: () => fire("onEmbeddedMessagingWindowMaximized"),
  onMinimized: () => fire("onEmbeddedMessagingWindowMinimized"),
  onClosed() {
    fire("onEmbeddedMessagingConversationClosed");
    // A new conversation may begin from here.
    fire("onEmbeddedMessagingReady");
  },
  onEntry(conversationEntry: ConversationEntry, conversationId: string) {
    fire("onEmbeddedMessageSent", { channelType: "EmbeddedMessaging", conversationId, conversationEntry });
  },
});

async function begin(): Promise<void> {
  try {
    behaviour = await loadBehaviour(origin);
    await dawdle(behaviour.init);
    if (behaviour.init === "fails") throw new Error("The deployment is not published.");
  } catch (error) {
    // The chat cannot become ready after this.
    fire("onEmbeddedMessagingInitError", { message: String(error) });
    return;
  }
  if (behaviour.minimize) Object.assign(utilAPI, { minimizeChat: () => Promise.resolve(chat.minimize()) });
  if (behaviour.init === "out-of-order") {
    fire("onEmbeddedMessagingWindowMinimized");
    fire("onEmbeddedMessagingInitSuccess");
    await dawdle("slow");
  }
  isReady = true;
  fire("onEmbeddedMessagingReady");
  fire("onEmbeddedMessagingButtonCreated", { buttonVisibility: "hide" });
  if (behaviour.init === "ready-twice") fire("onEmbeddedMessagingReady");
}

const utilAPI = {
  async launchChat(): Promise<string> {
    if (!isReady || !behaviour) throw new Error("launchChat was called before onEmbeddedMessagingReady.");
    if (chat.isMaximized()) return "The chat is open.";
    await dawdle(behaviour.launch);
    if (behaviour.launch === "fails") {
      fire("onEmbeddedMessagingInitError", { message: "The conversation could not begin." });
      throw new Error("The conversation could not begin.");
    }
    if (behaviour.launch === "silent") {
      void chat.open();
      return "The chat is open.";
    }
    const conversationId = await chat.open();
    fire("onEmbeddedMessagingInitSuccess");
    fire("onEmbeddedMessagingConversationStarted", { conversationId });
    chat.maximize();
    return "The chat is open.";
  },
  showChatButton: () => isReady,
  hideChatButton: () => isReady,
  sendTextMessage: () => Promise.reject(new Error("The simulator does not send on behalf of the page.")),
  removeAllComponents: () => Promise.resolve(chat.remove()),
};

async function clearSession(shouldEndSession = false): Promise<void> {
  await dawdle(behaviour?.clear ?? "fine");
  if (behaviour?.clear === "fails") throw new Error("The session could not be cleared.");
  chat.remove();
  if (shouldEndSession) fire("onEmbeddedMessagingConversationClosed");
  fire("onEmbeddedMessagingReady");
}

Object.assign(window, {
  embeddedservice_bootstrap: {
    settings: {},
    init(orgId: string, deployment: string, siteURL: string, options: { scrt2URL?: string } = {}) {
      if (isInitialised) throw new Error("Embedded messaging is initialised already.");
      if (!/^00D[A-Za-z0-9]{12}([A-Za-z0-9]{3})?$/.test(orgId)) throw new Error("The organisation id is not valid.");
      if (!deployment || !siteURL || !options.scrt2URL)
        throw new Error("The deployment, the site URL or the scrt2 URL is missing.");
      isInitialised = true;
      // For tests: the site's configuration.
      Reflect.set(window, "chatInitArguments", [orgId, deployment, siteURL, options]);
      void begin();
    },
    utilAPI,
    userVerificationAPI: { setIdentityToken: () => undefined, clearSession },
    prechatAPI: {
      setHiddenPrechatFields: () => undefined,
      removeHiddenPrechatFields: () => undefined,
      setVisiblePrechatFields: () => undefined,
    },
  },
});
