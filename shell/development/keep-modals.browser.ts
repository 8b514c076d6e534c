// Part of the development server's script: the modals that the shell draws, before a page is loaded again and after it. A dialog of a remote needs no
// request: it is kept as a popover, and becomes a modal again when its island is hydrated.
import { isRecord } from "./keep-state.browser.ts";

/** A request for a modal that the shell draws. */
type ModalData = Record<string, unknown>;

/** Frames in which a dialog may become a modal: the code of its island and of modals is loaded meanwhile. */
const mostModalFrames = 180;

/** Requests whose modals were not opened yet. */
const requested = new Set<ModalData>();
/** Requests whose modals are open, by the modals' ids, in the order in which they were opened. */
const opened = new Map<string, ModalData>();

/** Notes which modals the shell draws, from the beginning of a page. */
export function noteModals(): void {
  onModal("requested", (detail) => {
    if (detail["dialog"] === undefined) requested.add(detail);
  });
  onModal("opened", ({ id }) => {
    const text = [...document.querySelectorAll("dialog:modal")].at(-1)?.textContent ?? "";
    const request = [...requested].find((one) => text.includes(String(one["title"]).trim()));
    if (!request) return;
    requested.delete(request);
    waitingModals.delete(request);
    opened.set(String(id), request);
  });
  onModal("closed", ({ id }) => void opened.delete(String(id)));
}

/** Requests of the page before whose modals are not open again yet. */
const waitingModals = new Set<ModalData>();

/** The requests of open modals, and of those that wait. One with a function is left out: without its function a button would do nothing. */
export function keepModals(): ModalData[] {
  return [...waitingModals, ...opened.values()].filter(
    ({ actions }) =>
      !Array.isArray(actions) || !actions.some((action) => isRecord(action) && typeof action["click"] === "function"),
  );
}

/** Asks for the modals again as soon as the site listens. */
export function restoreModals(kept: readonly ModalData[]): void {
  for (const detail of kept) waitingModals.add(detail);
  if (kept.length > 0) addEventListener("site:route:changed", () => requestModals(kept, 0), { once: true });
}

/** A modal closes every popover: a dialog that is still one becomes a modal before. */
function requestModals(kept: readonly ModalData[], frame: number): void {
  if (frame < mostModalFrames && document.querySelector("dialog:popover-open"))
    return void requestAnimationFrame(() => requestModals(kept, frame + 1));
  for (const detail of kept) dispatchEvent(new CustomEvent("site:modal:requested", { detail }));
}

function onModal(happened: string, listener: (detail: ModalData) => void): void {
  addEventListener(`site:modal:${happened}`, (event) => {
    if (event instanceof CustomEvent && isRecord(event.detail)) listener(event.detail);
  });
}
