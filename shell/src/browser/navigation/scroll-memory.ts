/** The scroll position of a page, stored in its history entry. */
type Place = [left: number, top: number];

function isPlace(value: unknown): value is Place {
  return Array.isArray(value) && value.length === 2 && value.every((one) => typeof one === "number");
}

function readState(): object {
  const state: unknown = history.state;
  return typeof state === "object" && state !== null ? state : {};
}

/** The path of the page that is shown. After a step in the history it differs from the address until the other page is shown. */
let shown: string;

/** Writes the scroll position into the entry that is being left, if it differs. Other keys of the entry stay. */
export function rememberScroll(): void {
  shown = location.pathname;
  const scroll: Place = [scrollX, scrollY];
  try {
    if (`${scroll}` !== `${recallScroll()}`) history.replaceState({ ...readState(), scroll }, "");
  } catch {
    // A browser throws after too many changes within seconds, and another script may have replaced the function. Then Back does not restore this place.
  }
}

/** The scroll position of the present entry; undefined for a new entry. */
export function recallScroll(): Place | undefined {
  const scroll: unknown = Reflect.get(readState(), "scroll");
  return isPlace(scroll) ? scroll : undefined;
}

/** Restores the scroll position of the present entry. A new entry, such as that of a link within the page, does not scroll. */
export function restoreScroll(): void {
  const place = recallScroll();
  if (place) scrollTo(...place);
}

/**
 * Takes scroll restoration over from the browser, which would restore before the page is there, and keeps the present
 * entry's place up to date, because no event announces going back. A page that the browser shows from its top again, because an earlier document
 * had taken over and ended without notice, is scrolled to the place of its entry.
 */
export function keepScroll(): void {
  history.scrollRestoration = "manual";
  let timer: ReturnType<typeof setTimeout> | undefined;
  // The document before may have ended with the browser's session, or with a step back before this core was there.
  if (!scrollY) restoreScroll();
  // Each entry has a place from the start: without one, going back to it would not scroll.
  rememberScroll();
  const follow = (): void => {
    if (shown === location.pathname) rememberScroll();
  };
  addEventListener("hashchange", follow);
  addEventListener(
    "scroll",
    () => {
      clearTimeout(timer);
      timer = setTimeout(follow, 120);
    },
    { passive: true },
  );
  // The browser itself restores after a reload or from elsewhere.
  addEventListener("pagehide", () => {
    history.scrollRestoration = "auto";
  });
  addEventListener("pageshow", () => {
    history.scrollRestoration = "manual";
  });
}
