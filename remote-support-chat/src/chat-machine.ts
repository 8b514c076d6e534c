/** Where the help chat stands. Drawn in this package's README. */
export type ChatState =
  | "idle"
  | "checking"
  | "unavailable"
  | "available"
  | "loading"
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
  | "init-succeeded"
  | "init-failed"
  | "window-maximized"
  | "window-minimized"
  /** The visitor or support ended the conversation. */
  | "ended"
  /** The visitor moved to a route without chat (B098). */
  | "left";

const transitions: Record<ChatState, Partial<Record<ChatEvent, ChatState>>> = {
  idle: { entered: "checking" },
  checking: { "capacity-found": "available", "no-capacity-found": "unavailable", left: "idle" },
  unavailable: { entered: "checking", left: "idle" },
  available: { entered: "checking", requested: "loading", left: "idle" },
  // Loading ends on each of four reports (B103-B106).
  loading: {
    "init-succeeded": "open",
    "window-maximized": "open",
    "window-minimized": "minimized",
    "init-failed": "failed",
  },
  // Somebody in a conversation is not asked to wait for another check.
  open: { "window-minimized": "minimized", left: "minimized", ended: "available" },
  minimized: { requested: "loading", "window-maximized": "open", ended: "available" },
  failed: { entered: "checking", requested: "loading", left: "idle" },
};

/** The state before anything happened: what the server renders. */
export const initialChatState: ChatState = "idle";

/** The state after an event. An event that means nothing in a state leaves it as it is. */
export function toNextChatState(state: ChatState, event: ChatEvent): ChatState {
  return transitions[state][event] ?? state;
}

/** True from launch until the window reports something (B102-B106). */
export function isChatLoading(state: ChatState): boolean {
  return state === "loading";
}

/** True when a click may start or show the chat. */
export function canRequestChat(state: ChatState): boolean {
  return transitions[state].requested !== undefined;
}
