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

/** The state in words. Each message is a new element: a browser that translates the page replaces the text of the last one, which React then cannot change. */
export function ChatStatus({ state }: { state: ChatState }) {
  const message = messages[state];
  return (
    <span key={message}>
      <FormattedMessage id={`support-chat.state.${message}`} />
    </span>
  );
}
