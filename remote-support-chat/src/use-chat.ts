import { useEffect, useEffectEvent, useReducer } from "react";
import { usePage, useServices } from "@site/contracts/react/site-context";
import { type ChatEvent, type ChatState, canRequestChat, initialChatState, toNextChatState } from "./chat-machine.ts";
import { isChatRoute } from "./chat-route.ts";
import { type ChatSupport, checkAvailability } from "./chat-support.ts";

export interface Chat {
  state: ChatState;
  /** Tells the page that the visitor wants the chat, and starts it when it can be started. */
  request(): void;
}

/** Runs the state machine for as long as the island lives. On the server it stays idle. */
export function useChat(support: ChatSupport | undefined): Chat {
  const [state, dispatch] = useReducer<ChatState, [ChatEvent]>(toNextChatState, initialChatState);
  const { path } = usePage();
  const services = useServices();
  const getBus = useEffectEvent(() => services().bus);

  const check = useEffectEvent(async (signal: AbortSignal): Promise<void> => {
    dispatch("entered");
    const available = await checkAvailability(support, signal);
    if (signal.aborted) return;
    dispatch(available ? "capacity-found" : "no-capacity-found");
    services().bus.emit("chat:availability-changed", { available });
  });

  useEffect(() => {
    // Each question replaces the one before, so that an old answer never overtakes a new one.
    let question = new AbortController();
    const ask = (): void => {
      question.abort();
      question = new AbortController();
      void check(question.signal);
    };
    const stopListening = getBus().on("route:changed", ({ name }) => {
      if (isChatRoute(name)) return ask();
      question.abort();
      dispatch("left");
    });
    ask();
    return () => {
      stopListening();
      question.abort();
    };
  }, []);

  const launch = async (): Promise<void> => {
    if (!support) return;
    try {
      await support.launch();
      dispatch("init-succeeded");
    } catch (error) {
      console.error("The help chat did not start.", error);
      dispatch("init-failed");
    }
  };

  return {
    state,
    request() {
      services().bus.emit("chat:requested", { from: path });
      if (!canRequestChat(state)) return;
      dispatch("requested");
      void launch();
    },
  };
}
