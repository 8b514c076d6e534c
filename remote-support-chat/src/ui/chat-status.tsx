import { FormattedMessage } from "react-intl";
import type { ChatState } from "../chat-machine.ts";

/** Which text says a state. While it is being checked, what the server said stays true. */
const messages = {
  idle: "idle",
  checking: "idle",
  unavailable: "unavailable",
  available: "available",
  wished: "loading",
  preparing: "loading",
  launching: "loading",
  open: "open",
  minimized: "minimized",
  failed: "failed",
} as const satisfies Record<ChatState, string>;

/** The state in words. */
export function ChatStatus({ state }: { state: ChatState }) {
  return <FormattedMessage id={`support-chat.state.${messages[state]}`} />;
}
