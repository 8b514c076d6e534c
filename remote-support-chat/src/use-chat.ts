import { useEffect, useEffectEvent, useState } from "react";
import { usePage, useServices, useSite, useVendor } from "@site/contracts/react/site-context";
import { type ChatState, initialChatState } from "./chat-machine.ts";
import type { ChatSession } from "./chat-session.ts";
import { findSession } from "./find-session.browser.ts";

export interface Chat {
  state: ChatState;
  /** Reports to the page that the visitor requests the chat, and starts it as soon as possible. */
  request(): void;
}

/** Follows the document's chat while the island is mounted. On the server it stays idle. */
export function useChat(): Chat {
  const [state, setState] = useState(initialChatState);
  const settings = useVendor("chat");
  const { flags } = useSite();
  const { path } = usePage();
  const services = useServices();
  const find = (): ChatSession =>
    findSession({ bus: services().bus, settings, isMessaging: flags.isSupportSalesforceMessaging });
  const follow = useEffectEvent(() => find().subscribe(setState));

  useEffect(() => follow(), []);

  return {
    state,
    request() {
      services().bus.emit("chat:requested", { from: path });
      find().request();
    },
  };
}
