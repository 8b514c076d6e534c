import type { EventBus } from "@site/contracts/events/event-bus";
import type { ChatDriver, ChatReport } from "./chat-driver.ts";
import { type ChatEvent, type ChatState, initialChatState, isChatLoading, toNextChatState } from "./chat-machine.ts";
import { isChatRoute } from "./chat-route.ts";
import type { ProblemLog } from "./problem-log.ts";
import { readCapacity } from "./read-capacity.ts";

/** The words of an automated response that end a conversation (B107). */
export const closingWords = "Thank you for contacting us";

/** Milliseconds from those words to the end of the session (B107). */
export const clearDelay = 3000;

/** Milliseconds the vendor has for each answer: to preparing, after which the loading flag ends, to launching, to clearing. */
export const answerTimeoutMs = 15_000;

const noAnswer = `there was no answer within ${answerTimeoutMs} ms`;

/** Calls after a number of milliseconds, unless the returned function is called before. */
export type CallLater = (call: () => void, milliseconds: number) => () => void;

export interface ChatSessionOptions {
  bus: EventBus;
  /** Asks the configured queue, and returns its answer as it came. Undefined: the site has no chat. */
  askQueue: ((signal: AbortSignal) => Promise<unknown>) | undefined;
  /** Loads the driver of the site's generation, which reports to `tell`. */
  loadDriver(tell: (report: ChatReport) => void): Promise<ChatDriver>;
  log: ProblemLog;
  callLater: CallLater;
}

/** The help chat of a document: one, whatever number of islands show it, and for as long as the document lives. */
export interface ChatSession {
  /** Calls with the state, and with every new one until the returned function is called. */
  subscribe(listener: (state: ChatState) => void): () => void;
  /** The visitor wants the chat. It is started when it can be. */
  request(): void;
}

/** Checks availability at once (B096), and from then on follows the visitor and the vendor. */
export function createChatSession({ bus, askQueue, loadDriver, log, callLater }: ChatSessionOptions): ChatSession {
  let state = initialChatState;
  const listeners = new Set<(state: ChatState) => void>();
  let question = new AbortController();
  let attempt = new AbortController();
  let driver: ChatDriver | undefined;
  let loading: Promise<ChatDriver> | undefined;
  let stopWatchdog: (() => void) | undefined;
  let isClearing = false;
  /** A window the visitor has walked away from may still open. */
  let awaitsStray = false;

  /** Lets an event happen, and says whether it meant anything. Where loading begins, so does an attempt. */
  function move(event: ChatEvent): boolean {
    const wasLoading = isChatLoading(state);
    const next = toNextChatState(state, event);
    if (next === state) return false;
    state = next;
    for (const listener of listeners) listener(state);
    stopWatchdog?.();
    if (!isChatLoading(state)) return true;
    if (!wasLoading) void open();
    const mine = attempt;
    stopWatchdog = callLater(() => fail(mine, new Error(noAnswer)), answerTimeoutMs);
    return true;
  }

  async function check(): Promise<void> {
    // Each question replaces the one before, so that an old answer never overtakes a new one.
    question.abort();
    const { signal } = (question = new AbortController());
    move("entered");
    const available = await isAvailable(signal);
    if (signal.aborted) return;
    move(available ? "capacity-found" : "no-capacity-found");
    bus.emit("chat:availability-changed", { available });
  }

  async function isAvailable(signal: AbortSignal): Promise<boolean> {
    if (!askQueue) return false;
    try {
      return readCapacity(await askQueue(signal));
    } catch (error) {
      // The page does not depend on the chat (B112).
      if (!signal.aborted)
        log("The chat's queue did not say whether an agent is free, so the chat is not offered.", error);
      return false;
    }
  }

  async function open(): Promise<void> {
    attempt.abort();
    const mine = (attempt = new AbortController());
    const { signal } = mine;
    awaitsStray = false;
    try {
      const vendor = await getDriver();
      if (state === "preparing" && !signal.aborted) {
        await vendor.prepare(signal);
        if (!signal.aborted) move("ready");
      }
      if (signal.aborted) return;
      vendor.reveal();
      await vendor.launch(signal);
      if (!signal.aborted) move("launched");
    } catch (error) {
      fail(mine, error);
    }
  }

  /** One driver, however many attempts wait for it. One that did not come may come the next time. */
  function getDriver(): Promise<ChatDriver> {
    loading ??= loadDriver(hear).then(
      (loaded) => (driver = loaded),
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  }

  function fail(mine: AbortController, error: unknown): void {
    if (mine.signal.aborted) return;
    mine.abort();
    // An error of a chat that is open already is the vendor's to show.
    if (move("failed")) log("The help chat could not be opened.", error);
  }

  function hear(report: ChatReport): void {
    switch (report.type) {
      case "said":
        if (report.isAutomated && report.text.includes(closingWords)) clearLater();
        return;
      case "unreadable":
        return log("A message of the help chat could not be read.", report.problem);
      case "meddled":
        return log(`The help chat's script replaced ${report.names.join(", ")} of the page, which has its own back.`);
      case "init-failed":
        return fail(attempt, new Error(report.problem));
      case "window-maximized":
        if (awaitsStray) {
          awaitsStray = false;
          return minimize();
        }
    }
    move(report.type);
  }

  function minimize(): void {
    driver?.minimize().catch((error: unknown) => log("The help chat could not be made small.", error));
  }

  function clearLater(): void {
    if (isClearing) return;
    isClearing = true;
    callLater(() => void clear(), clearDelay);
  }

  /** A session that cannot be cleared is made small: its conversation is over, and the visitor may still read it. */
  async function clear(): Promise<void> {
    isClearing = false;
    const { promise: late, reject } = Promise.withResolvers<never>();
    const stop = callLater(() => reject(new Error(noAnswer)), answerTimeoutMs);
    try {
      await Promise.race([driver?.clearSession(), late]);
      move("ended");
    } catch (error) {
      log("The session of the help chat could not be cleared.", error);
      if (state === "open") minimize();
    } finally {
      stop();
    }
  }

  function leave(): void {
    question.abort();
    const wasOpen = state === "open";
    awaitsStray = state === "launching";
    if (isChatLoading(state)) attempt.abort();
    move("left");
    if (wasOpen) minimize();
  }

  bus.on("route:changed", ({ name }) => {
    if (!isChatRoute(name)) return leave();
    awaitsStray = false;
    void check();
  });
  void check();

  return {
    subscribe(listener) {
      listeners.add(listener);
      listener(state);
      return () => listeners.delete(listener);
    },
    request() {
      move("requested");
    },
  };
}
