import type { EventBus } from "@site/contracts/events/event-bus";
import type { SupportChat } from "@site/contracts/site/site-config";
import { askQueue } from "./ask-queue.browser.ts";
import type { ChatDriver, ChatReport } from "./chat-driver.ts";
import { type ChatSession, createChatSession } from "./chat-session.ts";
import { keepDocument } from "./keep-document.browser.ts";
import { createProblemLog } from "./problem-log.ts";

export interface SessionOptions {
  bus: EventBus;
  /** The settings of the site's chat; undefined when it has none. */
  settings: SupportChat | undefined;
  /** Whether it is the newer generation (B111). */
  isMessaging: boolean;
}

const sessions = new WeakMap<EventBus, ChatSession>();

/** The chat of this document, stored by the bus, which all islands of a document share. The first island creates it. */
export function findSession({ bus, settings, isMessaging }: SessionOptions): ChatSession {
  const known = sessions.get(bus);
  if (known) return known;
  const log = createProblemLog((sentence, cause) => console.error(sentence, ...(cause === undefined ? [] : [cause])));
  const session = createChatSession({
    bus,
    log,
    askQueue: settings && ((signal) => askQueue(settings.queueApiUrl, signal)),
    async loadDriver(tell) {
      if (!settings) throw new Error("the site has no chat");
      const driver = isMessaging ? await loadMessaging(settings, tell) : await loadEmbedded(settings, tell);
      keepDocument(bus, session.makeSmall);
      return driver;
    },
    callLater(call, milliseconds) {
      const timer = setTimeout(call, milliseconds);
      return () => clearTimeout(timer);
    },
  });
  sessions.set(bus, session);
  return session;
}

async function loadMessaging(settings: SupportChat, tell: (report: ChatReport) => void): Promise<ChatDriver> {
  const { createMessagingDriver } = await import(
    /* webpackChunkName: "messaging" */ "./drivers/messaging-driver.browser.ts"
  );
  return createMessagingDriver(settings, tell);
}

async function loadEmbedded(settings: SupportChat, tell: (report: ChatReport) => void): Promise<ChatDriver> {
  const { createEmbeddedDriver } = await import(
    /* webpackChunkName: "embedded" */ "./drivers/embedded-driver.browser.ts"
  );
  return createEmbeddedDriver(settings, tell);
}
