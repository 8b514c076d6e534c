import type { EventBus } from "@site/contracts/events/event-bus";
import type { ChatDriver, ChatReport } from "./chat-driver.ts";
import { type ChatEvent, type ChatState, initialChatState, isChatLoading, toNextChatState } from "./chat-machine.ts";
import { isChatRoute } from "./chat-route.ts";
import type { ProblemLog } from "./problem-log.ts";
import { readCapacity } from "./read-capacity.ts";

/** The text of an automated message that ends a conversation (B107). */
export const closingWords = "Thank you for contacting us";

/** Milliseconds from that text to the end of the session (B107). */
export const clearDelayMs = 3000;

/** Timeout in milliseconds of each response of the vendor: to preparing, after which the loading flag ends, to launching, to clearing. */
export const answerTimeoutMs = 15_000;

const noAnswer = `there was no answer within ${answerTimeoutMs} ms`;

/** Calls after a number of milliseconds, unless the returned function is called before. */
export type CallLater = (call: () => void, milliseconds: number) => () => void;

export interface ChatSessionOptions {
  bus: EventBus;
  /** Requests the configured queue, and returns its response as it is. Undefined when the site has no chat. */
  askQueue: ((signal: AbortSignal) => Promise<unknown>) | undefined;
  /** Loads the driver of the site's generation, which reports to `tell`. */
  loadDriver(tell: (report: ChatReport) => void): Promise<ChatDriver>;
  log: ProblemLog;
  callLater: CallLater;
}

/** The help chat of a document. All islands of the document share one, which lasts as long as the document. */
export interface ChatSession {
  /** Calls with the current state, and with every new one until the returned function is called. */
  subscribe(listener: (state: ChatState) => void): () => void;
  /** Starts the chat for the visitor, at once or when the check of the queue has found capacity. */
  request(): void;
  /** Minimizes an open window, which covers a phone's whole page: it must not cover what the visitor is told without a connection. */
  makeSmall(): void;
}

/** Checks the capacity at once (B096), and from then on follows the visitor and the vendor. */
export function createChatSession({ bus, askQueue, loadDriver, log, callLater }: ChatSessionOptions): ChatSession {
  let state = initialChatState;
  const listeners = new Set<(state: ChatState) => void>();
  let question = new AbortController();
  let attempt = new AbortController();
  let driver: ChatDriver | undefined;
  let loading: Promise<ChatDriver> | undefined;
  let stopWatchdog: (() => void) | undefined;
  let isClearing = false;
  /** True from a launch until the vendor reports its window, which may be long after the attempt failed. */
  let mayOpenLate = false;
  /** The vendor's last report of its window. A report before the vendor is ready changes no state, but is recorded here. */
  let isMaximized = false;
  /** True on a page that does not offer the chat: a window that opens there by itself is minimized (B098). */
  let isAway = false;

  /** Applies an event and returns whether it changed the state. A new attempt starts when loading starts. */
  function apply(event: ChatEvent): boolean {
    const wasLoading = isChatLoading(state);
    const next = toNextChatState(state, event);
    if (next === state) return false;
    state = next;
    for (const listener of listeners) listener(state);
    if (state === "open") tellWindow("open");
    stopWatchdog?.();
    if (!isChatLoading(state)) return true;
    if (!wasLoading) void open();
    const mine = attempt;
    stopWatchdog = callLater(() => fail(mine, new Error(noAnswer)), answerTimeoutMs);
    return true;
  }

  /** Reports to the page the height that the vendor's window covers. A hidden window covers nothing. */
  function tellWindow(window: "open" | "minimized" | "closed"): void {
    bus.emit("chat:window-changed", { state: window, coveredPixels: driver?.readCoveredPixels() ?? 0 });
  }

  async function check(): Promise<void> {
    // Each check aborts the previous one, so that an old response cannot replace a newer one.
    question.abort();
    const { signal } = (question = new AbortController());
    apply("entered");
    const available = await isAvailable(signal);
    if (signal.aborted) return;
    apply(available ? "capacity-found" : "no-capacity-found");
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
    try {
      const vendor = await getDriver();
      if (state === "preparing" && !signal.aborted) {
        await vendor.prepare(signal);
        if (!signal.aborted) apply("ready");
      }
      if (signal.aborted) return;
      vendor.reveal();
      mayOpenLate = true;
      await vendor.launch(signal);
      if (!signal.aborted) apply("launched");
    } catch (error) {
      fail(mine, error);
    }
  }

  /** All attempts share one driver. If loading it fails, the next attempt retries. */
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
    // Once the chat is open, the vendor shows its errors itself.
    if (apply("failed")) log("The help chat could not be opened.", error);
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
      case "window-minimized":
      case "ended": {
        const isUnexpected = report.type === "window-maximized" && mayOpenLate && isAway;
        mayOpenLate = false;
        isMaximized = report.type === "window-maximized";
        if (isUnexpected) return minimize();
      }
    }
    apply(report.type);
    // After `left` the state is minimized before the window is: the vendor reports when the window follows.
    if (report.type === "window-minimized" && state === "minimized") tellWindow("minimized");
    if (report.type === "ended") tellWindow("closed");
  }

  function minimize(): void {
    driver?.minimize().catch((error: unknown) => log("The help chat could not be made small.", error));
  }

  function clearLater(): void {
    if (isClearing) return;
    isClearing = true;
    callLater(() => void clear(), clearDelayMs);
  }

  /** Clears the session. If that fails, the window is minimized: the visitor can still read the conversation. */
  async function clear(): Promise<void> {
    isClearing = false;
    const { promise: late, reject } = Promise.withResolvers<never>();
    const stop = callLater(() => reject(new Error(noAnswer)), answerTimeoutMs);
    try {
      await Promise.race([driver?.clearSession(), late]);
      // The older generation reports the end by itself.
      if (apply("ended")) tellWindow("closed");
    } catch (error) {
      log("The session of the help chat could not be cleared.", error);
      if (state === "open") minimize();
    } finally {
      stop();
    }
  }

  function leave(): void {
    question.abort();
    const wasOpen = state === "open" || isMaximized;
    if (isChatLoading(state)) attempt.abort();
    apply("left");
    isMaximized = false;
    if (wasOpen) minimize();
  }

  bus.on("route:changed", ({ name }) => {
    isAway = !isChatRoute(name);
    if (isAway) return leave();
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
      apply("requested");
    },
    makeSmall() {
      if (state === "open" || isMaximized) minimize();
    },
  };
}
