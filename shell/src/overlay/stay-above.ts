/**
 * Keeps an open overlay above the page and its modals. What is outside of an open modal cannot be pressed, so the overlay stands in the last one, in the
 * layer above it. When that modal closes or is removed, the overlay comes out of it.
 * @returns lets it go back to the end of the page
 */
export function stayAbove(host: HTMLElement): () => void {
  let frame = 0;
  function look(): void {
    frame = requestAnimationFrame(look);
    move(host, [...document.querySelectorAll("dialog:modal")].at(-1));
  }
  look();
  return () => {
    cancelAnimationFrame(frame);
    move(host, undefined);
  };
}

/** Puts the overlay into a modal, or at the end of the page. What has the focus in it keeps it. */
function move(host: HTMLElement, modal: Element | undefined): void {
  const place = modal ?? document.body;
  if (host.parentNode === place) return;
  const focused = host.shadowRoot?.activeElement;
  place.append(host);
  if (modal) {
    host.popover = "manual";
    host.showPopover();
  } else host.popover = null;
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
}

/** Keeps what is typed and touched in the overlay from a modal around it, which would close or move the focus. */
export function keepFromModals(host: HTMLElement): void {
  for (const type of ["keydown", "pointerdown", "touchstart"])
    host.addEventListener(type, (event) => event.stopPropagation(), { passive: true });
}
