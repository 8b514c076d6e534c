import { FormattedMessage } from "react-intl";
import type { ChatState } from "../chat-machine.ts";

/** The message of each state. While the queue is checked, the server's text stays. */
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
