/** Where the help chat stands. Drawn in this package's README. */
export type ChatState =
  | "idle"
  | "checking"
  /** Checking, and the visitor wants the chat already. */
  | "wished"
  | "unavailable"
  | "available"
  /** The vendor's script is fetched and initialised. */
  | "preparing"
  /** It is ready, and was told to open its window. */
  | "launching"
  | "open"
  | "minimized"
  | "failed";

/** What can happen to it. Names say what took place, not what to do about it. */
export type ChatEvent =
  /** The page came alive, or a chat route was entered (B096, B097). */
  | "entered"
  | "capacity-found"
  | "no-capacity-found"
  /** The visitor asked for the chat. */
  | "requested"
  /** The vendor's script is loaded, initialised and ready (B101). */
  | "ready"
  | "init-succeeded"
  /** The vendor's answer to the launch came, whether or not it reported anything before. */
  | "launched"
  | "window-maximized"
  | "window-minimized"
  /** The attempt came to nothing: an error, or no answer in time. */
  | "failed"
  /** The conversation is over, and its window gone. */
  | "ended"
  /** The visitor moved to a route without chat (B098). */
  | "left";

const transitions: Record<ChatState, Partial<Record<ChatEvent, ChatState>>> = {
  idle: { entered: "checking" },
  checking: {
    requested: "wished",
    "capacity-found": "available",
    "no-capacity-found": "unavailable",
    "window-maximized": "open",
    left: "idle",
  },
  wished: {
    "capacity-found": "preparing",
    "no-capacity-found": "unavailable",
    "window-maximized": "open",
    left: "idle",
  },
  unavailable: { entered: "checking", "window-maximized": "open", left: "idle" },
  available: { entered: "checking", requested: "preparing", "window-maximized": "open", left: "idle" },
  // Whatever the vendor reports before it is ready means nothing: there is no window yet.
  preparing: { ready: "launching", failed: "failed", left: "idle" },
  // The loading flag ends with any of these (B103-B106).
  launching: {
    "init-succeeded": "open",
    launched: "open",
    "window-maximized": "open",
    "window-minimized": "minimized",
    failed: "failed",
    left: "idle",
  },
  // An open conversation is not interrupted by another availability check.
  open: { "window-minimized": "minimized", left: "minimized", ended: "available" },
  minimized: { requested: "launching", "window-maximized": "open", ended: "available" },
  // The vendor may still open its window after a failure was reported.
  failed: { entered: "checking", requested: "preparing", "window-maximized": "open", left: "idle" },
};

/** The state before anything happened: what the server renders. */
export const initialChatState: ChatState = "idle";

/** The state after an event. An event that means nothing in a state leaves it as it is. */
export function toNextChatState(state: ChatState, event: ChatEvent): ChatState {
  return transitions[state][event] ?? state;
}

/** The loading flag: true while the chat is on its way, until its window reports something (B102-B106). */
export function isChatLoading(state: ChatState): boolean {
  return state === "preparing" || state === "launching";
}

/** True when a click may start or show the chat. */
export function canRequestChat(state: ChatState): boolean {
  return state !== "checking" && transitions[state].requested !== undefined;
}
