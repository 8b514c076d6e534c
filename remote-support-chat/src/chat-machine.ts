/** The states of the help chat. The README of this package has the diagram. */
export type ChatState =
  | "idle"
  | "checking"
  /** Checking, and the visitor has requested the chat already. */
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

/** The events of the help chat, named after what happened, not after the reaction. */
export type ChatEvent =
  /** The island was hydrated, or a chat route was entered (B096, B097). */
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
  /** The attempt failed: an error, or no answer in time. */
  | "failed"
  /** The conversation is over, and its window gone. */
  | "ended"
  /** The visitor moved to a route without chat (B098). */
  | "left";

const transitions: Record<ChatState, Partial<Record<ChatEvent, ChatState>>> = {
  // A window that opened after the visitor left was minimized: its conversation goes on from there.
  idle: { entered: "checking", "window-minimized": "minimized" },
  checking: {
    requested: "wished",
    "capacity-found": "available",
    "no-capacity-found": "unavailable",
    "window-maximized": "open",
    "window-minimized": "minimized",
    left: "idle",
  },
  wished: {
    "capacity-found": "preparing",
    "no-capacity-found": "unavailable",
    "window-maximized": "open",
    left: "idle",
  },
  unavailable: {
    entered: "checking",
    "window-maximized": "open",
    "window-minimized": "minimized",
    left: "idle",
  },
  available: {
    entered: "checking",
    requested: "preparing",
    "window-maximized": "open",
    "window-minimized": "minimized",
    left: "idle",
  },
  // Reports of the vendor before it is ready are ignored: there is no window yet.
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

/** The state after an event. A state that does not list the event stays as it is. */
export function toNextChatState(state: ChatState, event: ChatEvent): ChatState {
  return transitions[state][event] ?? state;
}

/** The loading flag: true while the chat is prepared and launched, until its window reports something (B102-B106). */
export function isChatLoading(state: ChatState): boolean {
  return state === "preparing" || state === "launching";
}

/** True when a click may start or show the chat. */
export function canRequestChat(state: ChatState): boolean {
  return state !== "checking" && transitions[state].requested !== undefined;
}
