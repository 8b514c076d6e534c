/** The states of the help chat. The README of this package has the diagram. */
export type ChatState =
  | "idle"
  | "checking"
  /** The capacity is being checked, and the visitor has requested the chat already. */
  | "wished"
  | "unavailable"
  | "available"
  /** The vendor's script is being fetched and initialised. */
  | "preparing"
  /** The script is ready, and is opening its window. */
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
  /** The vendor responded to the launch, whether or not it reported anything before. */
  | "launched"
  | "window-maximized"
  | "window-minimized"
  /** The attempt failed: an error, or a timeout. */
  | "failed"
  /** The conversation is over, and its window closed. */
  | "ended"
  /** The visitor navigated to a route without chat (B098). */
  | "left";

const transitions: Record<ChatState, Partial<Record<ChatEvent, ChatState>>> = {
  // A window that opened after the visitor left was minimized: its conversation continues from there.
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
  // An open conversation is not interrupted by another capacity check.
  open: { "window-minimized": "minimized", left: "minimized", ended: "available" },
  minimized: { requested: "launching", "window-maximized": "open", ended: "available" },
  // The vendor may still open its window after a failure was reported.
  failed: { entered: "checking", requested: "preparing", "window-maximized": "open", left: "idle" },
};

/** The initial state, which the server renders. */
export const initialChatState: ChatState = "idle";

/** The state after an event. A state that does not list the event does not change. */
export function toNextChatState(state: ChatState, event: ChatEvent): ChatState {
  return transitions[state][event] ?? state;
}

/** The loading flag: true while the chat is prepared and launched, until its window reports something (B102-B106). */
export function isChatLoading(state: ChatState): boolean {
  return state === "preparing" || state === "launching";
}

/** Whether a click may start or show the chat. */
export function canRequestChat(state: ChatState): boolean {
  return state !== "checking" && transitions[state].requested !== undefined;
}
