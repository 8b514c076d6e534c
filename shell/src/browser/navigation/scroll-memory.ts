/** Where a page was scrolled to, kept in its history entry. */
type Place = [left: number, top: number];

function isPlace(value: unknown): value is Place {
  return Array.isArray(value) && value.length === 2 && value.every((one) => typeof one === "number");
}

function readState(): object {
  const state: unknown = history.state;
  return typeof state === "object" && state !== null ? state : {};
}

/** The path of the page that is shown. After a step in the history it is not that of the address until the page there has come. */
let shown: string;

/** Writes where the page is scrolled to into the entry that is being left, unless it is there. Other keys of the entry stay. */
export function rememberScroll(): void {
  shown = location.pathname;
  const scroll: Place = [scrollX, scrollY];
  if (`${scroll}` !== `${recallScroll()}`) history.replaceState({ ...readState(), scroll }, "");
}

/** Where the entry that is shown was left; undefined for a new one. */
export function recallScroll(): Place | undefined {
  const scroll: unknown = Reflect.get(readState(), "scroll");
  return isPlace(scroll) ? scroll : undefined;
}

/** Scrolls to where the entry that is shown was left. A new one, such as of a link to a place in the page, stays as it is. */
export function restoreScroll(): void {
  const place = recallScroll();
  if (place) scrollTo(...place);
}

/**
 * Takes scroll restoration over from the browser, which would restore before the page is there, and keeps the present
 * entry's place up to date, because no event announces going back.
 */
export function keepScroll(): void {
  history.scrollRestoration = "manual";
  let timer: ReturnType<typeof setTimeout> | undefined;
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
