import type { Modals } from "../modal/modals.ts";

/**
 * The place of the toasts: a popover, so that it is above every modal, inside the topmost one, because what is outside of
 * a modal can neither be read nor pressed (B176). It moves when another dialog is on top, also one that remotes opened themselves,
 * and comes to the top again when a menu is opened.
 */
export function createToastHost(modals: Modals, className: string, label: string): HTMLElement {
  const host = document.createElement("div");
  host.popover = "manual";
  host.className = className;
  host.role = "region";
  host.ariaLabel = label;
  let dialogs: Element[] = [];

  function place(): void {
    const open = [...document.querySelectorAll("dialog:modal")];
    dialogs = [...dialogs.filter((one) => open.includes(one)), ...open.filter((one) => !dialogs.includes(one))];
    const home = dialogs.at(-1) ?? document.body;
    if (host.parentElement === home && host.isConnected && host.matches(":popover-open")) return;
    home.append(host);
    if (!host.matches(":popover-open")) host.showPopover();
  }

  /** A popover that opens lies above those that were open before. */
  function raise({ target }: Event): void {
    if (target === host || !(target instanceof Element && target.matches("[popover]:popover-open"))) return;
    host.hidePopover();
    host.showPopover();
  }

  modals.onTop(place);
  // Dialogs that remotes opened without the shell, and those removed with their remote.
  document.addEventListener("toggle", place, { capture: true });
  document.addEventListener("toggle", raise, { capture: true });
  document.addEventListener("close", place, { capture: true });
  new MutationObserver(() => {
    if (!host.isConnected) place();
  }).observe(document.documentElement, { childList: true, subtree: true });
  place();
  return host;
}
