/** Milliseconds between a list of regions losing the focus and its closing (B076). */
export const listCloseDelayMs = 500;

/**
 * An element that holds a button and its popover: `menu` closes when the focus leaves it, `list` (regions, languages)
 * {@link listCloseDelayMs} later, and when the pointer leaves the popover or comes to another host (B074). A popover can hold further hosts. Hovering may
 * show the popover too, by the style sheet, as long as the document has no `data-panels`.
 */
const hostSelector = "[data-panel]";

const { documentElement: root } = document;

/** The element whose popover is kept from showing while the pointer rests on it. */
let dismissed: Element | undefined;
let closing: ReturnType<typeof setTimeout> | undefined;
let isFollowing = false;

/**
 * Follows pointer, keys and focus for the popovers of the page, also in islands that are not hydrated:
 * Escape, a followed link and leaving dismiss them (B046, B074-B076).
 * @param event a key or a click, which may have come before this code loaded; any other event only starts it
 */
export function followPanels(event: Event): void {
  if (!isFollowing) {
    isFollowing = true;
    closeLeft();
    document.addEventListener("focusin", ({ target }) => findHosts(target).some(isList) && clearTimeout(closing));
    document.addEventListener("focusout", onFocusOut);
    document.addEventListener("pointerout", onPointerOut);
    document.addEventListener(
      "pointerover",
      (event) => {
        if (!(event.target instanceof Node && dismissed?.contains(event.target))) restore();
        closeListsBeside(event);
      },
      { passive: true },
    );
    root.addEventListener("pointerleave", restore);
    document.addEventListener("click", keepOpenOnDoubleClick, { capture: true });
    // `toggle` does not bubble.
    document.addEventListener("toggle", onToggle, { capture: true });
  }
  if (event instanceof KeyboardEvent) onKeyDown(event);
  else if (event instanceof MouseEvent && event.type === "click") onClick(event);
}

/** The second press of a double click leaves open what the first one opened. */
function keepOpenOnDoubleClick(event: MouseEvent): void {
  const button = event.target instanceof Element && event.target.closest(`${hostSelector} > [popovertarget]`);
  if (button && event.detail > 1) event.preventDefault();
}

/** Closes the popovers that the focus left before it was followed. */
function closeLeft(): void {
  const { activeElement, body } = document;
  if (!activeElement || activeElement === body) return;
  for (const open of document.querySelectorAll<HTMLElement>(`${hostSelector} [popover]:popover-open`))
    if (!open.closest(hostSelector)?.contains(activeElement)) open.hidePopover();
}

/**
 * Escape hides a popover that only hovering or the focus shows. An open one is closed by the browser, which sends `toggle`. It returns the focus to the
 * button of the outermost alone: from a list inside of the menu it would be lost.
 */
function onKeyDown({ key }: KeyboardEvent): void {
  if (key !== "Escape") return;
  toButton(document.activeElement?.closest(":popover-open")?.closest(hostSelector));
  const host =
    [...document.querySelectorAll(`${hostSelector}:hover`)].at(-1) ??
    document.activeElement?.closest("[popover]")?.closest(hostSelector);
  if (host && !findOpen(host)) dismiss(host);
}

/** Closes the menu of a link that was followed. */
function onClick({ target, ctrlKey, metaKey, shiftKey, detail }: MouseEvent): void {
  if (ctrlKey || metaKey || shiftKey || !(target instanceof Element && target.closest("a"))) return;
  const hosts = findHosts(target);
  for (const host of hosts) {
    const open = findOpen(host);
    open?.hidePopover();
    if (open && detail === 0) ignoreKeypress();
  }
  // The innermost is the last: it is what hovering shows.
  for (const host of hosts.toReversed()) if (host.matches(":hover")) dismiss(host);
}

/**
 * Enter follows a link with its `keydown`; the popover closes and gives the focus to its button, which the `keypress` of the
 * same key would press: the popover would open again over the page the link led to.
 */
function ignoreKeypress(): void {
  const nextKey = new AbortController();
  const options = { capture: true, signal: nextKey.signal };
  document.addEventListener("keypress", (event) => event.preventDefault(), options);
  document.addEventListener("keydown", ({ repeat }) => !repeat && nextKey.abort(), options);
  document.addEventListener("keyup", () => nextKey.abort(), options);
}

function onFocusOut({ target, relatedTarget }: FocusEvent): void {
  for (const host of findHosts(target)) {
    if (relatedTarget instanceof Node && host.contains(relatedTarget)) return;
    if (isList(host)) closing = setTimeout(() => findOpen(host)?.hidePopover(), listCloseDelayMs);
    else if (relatedTarget) findOpen(host)?.hidePopover();
  }
}

function onPointerOut({ target, relatedTarget, pointerType }: PointerEvent): void {
  const popover = target instanceof Element ? target.closest<HTMLElement>(":popover-open") : null;
  const host = popover?.closest(hostSelector);
  if (!host || !isList(host) || pointerType !== "mouse") return;
  if (!(relatedTarget instanceof Node && host.contains(relatedTarget))) popover?.hidePopover();
}

/**
 * An open list covers the panel that hovering over another host shows. So it closes when the pointer comes to that host, also straight from the list's button.
 * Inside of an open popover, such as the menu of a narrow window, hovering shows nothing.
 */
function closeListsBeside({ target, pointerType }: PointerEvent): void {
  const [host] = findHosts(target);
  if (!host || pointerType !== "mouse" || host.closest(":popover-open")) return;
  for (const list of document.querySelectorAll(`${hostSelector}:has(> :popover-open)`))
    if (isList(list) && !list.contains(host) && !host.contains(list)) findOpen(list)?.hidePopover();
}

/** A popover that was dismissed under the pointer must not be shown again by hovering. */
function onToggle({ target }: Event): void {
  const host = target instanceof Element && !target.matches(":popover-open") && target.closest(hostSelector);
  if (host && host.matches(":hover")) dismiss(host);
}

function dismiss(host: Element): void {
  dismissed = host;
  // A hidden popover must not keep the focus.
  if (host.querySelector("[popover]")?.contains(document.activeElement)) toButton(host);
  root.dataset["panels"] = "dismissed";
}

function toButton(host: Element | null | undefined): void {
  host?.querySelector<HTMLElement>("[popovertarget]")?.focus({ preventScroll: true });
}

function restore(): void {
  dismissed = undefined;
  delete root.dataset["panels"];
}

/** The hosts an element is in, the innermost first. */
function findHosts(target: EventTarget | null): Element[] {
  const hosts: Element[] = [];
  let host = target instanceof Element ? target.closest(hostSelector) : undefined;
  while (host) {
    hosts.push(host);
    host = host.parentElement?.closest(hostSelector);
  }
  return hosts;
}

/** The open popover of a host itself, not of one inside of it. */
function findOpen(host: Element): HTMLElement | undefined {
  const all = [...host.querySelectorAll<HTMLElement>("[popover]:popover-open")];
  return all.find((popover) => popover.closest(hostSelector) === host);
}

function isList(host: Element): boolean {
  return host instanceof HTMLElement && host.dataset["panel"] === "list";
}
