import type { EventBus } from "@site/contracts/events/event-bus";

/** The part of the help chat's room that every page carries: it fetches the rest when the chat's window opens, which few visitors do. */
export function followChat(bus: EventBus): void {
  bus.on("chat:window-changed", (detail) => {
    // When the code does not load, the next change of the window tries again.
    void import(/* webpackChunkName: "modals" */ "./chat-room.ts").then(
      ({ makeChatRoom }) => makeChatRoom(detail),
      () => undefined,
    );
  });
}
