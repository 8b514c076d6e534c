/** Closes the menu of small screens, which has no button on large ones. A focus inside of it, or on no element, moves to the header's first link. */
export function closeMenu(menu: HTMLElement): void {
  menu.hidePopover();
  const { activeElement } = document;
  if (activeElement === document.body || menu.contains(activeElement))
    menu.closest("header")?.querySelector("a")?.focus({ preventScroll: true });
}
