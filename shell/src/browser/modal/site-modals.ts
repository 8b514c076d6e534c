import type { EventBus } from "@site/contracts/events/event-bus";
import type { ModalEvent } from "./modal-event.ts";
import { createModals, type Modals } from "./modals.ts";

/** The modals of this page. Their events are emitted on the bus. */
export function createSiteModals(bus: EventBus): Modals {
  return createModals((id, event) => announce(bus, id, event));
}

function announce(bus: EventBus, id: string, event: ModalEvent): void {
  switch (event.type) {
    case "beforeOpen":
      return bus.emit("modal:before-open", { id, stop: event.stop });
    case "opened":
      return bus.emit("modal:opened", { id });
    case "beforeClose":
      return bus.emit("modal:before-close", { id, reason: event.reason, stop: event.stop });
    case "closed":
      return bus.emit("modal:closed", { id, reason: event.reason });
    case "clickOutside":
      return bus.emit("modal:click-outside", { id });
  }
}
