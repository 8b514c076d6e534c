import { type RefObject, useEffect, useEffectEvent } from "react";
import { useServices } from "@site/contracts/react/site-context";

/** The certificate's name among the modals of the page. */
const modalId = "certificate";

/** Asks the shell to open the dialog of a button as a modal (B157-B166) whenever it is open as a popover. */
export function useCertificateModal(button: RefObject<HTMLButtonElement | null>): void {
  const services = useServices();

  const follow = useEffectEvent((dialog: HTMLDialogElement) => {
    const { bus } = services();
    const toModal = () => {
      if (dialog.matches(":popover-open")) bus.emit("modal:requested", { id: modalId, dialog });
    };
    // The visitor closed the popover while the code of modals was loading: it is not opened as a modal.
    const forget = bus.on("modal:before-open", (opening) => {
      if (opening.id === modalId && !dialog.matches(":popover-open")) opening.stop();
    });
    toModal();
    dialog.addEventListener("toggle", toModal);
    return () => {
      forget();
      dialog.removeEventListener("toggle", toModal);
    };
  });

  useEffect(() => {
    const dialog = button.current?.popoverTargetElement;
    return dialog instanceof HTMLDialogElement ? follow(dialog) : undefined;
  }, [button]);
}
