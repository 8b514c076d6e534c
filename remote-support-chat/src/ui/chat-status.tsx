import { FormattedMessage } from "react-intl";
import type { ChatState } from "../chat-machine.ts";

/** The state in words. While it is being checked, what the server said stays true. */
export function ChatStatus({ state }: { state: ChatState }) {
  return <FormattedMessage id={`chat.state.${state === "checking" ? "idle" : state}`} />;
}
