import { findPageLink, type LinkRules } from "./links.ts";
import { pointedAtOnce, seenAtOnce } from "./payload-store.ts";

export interface PagesAhead {
  /** Queues the prefetch of a page until fewer than `atOnce` are running. Returns whether the page was neither fetched nor queued before. */
  prefetch(path: string, atOnce: number): boolean;
  /** Fetches a page whose link is being pressed, at once. */
  press(path: string): void;
}

const on = (type: string, use: (target: EventTarget | null) => boolean): void =>
  document.addEventListener(type, ({ target }) => void use(target), { passive: true });

/** Fetches pages that are likely next: of links under the pointer, with focus or pressed, and of the first in view. */
export function prefetchLinks(rules: LinkRules, { prefetch, press }: PagesAhead): { watch(): void } {
  const fetchWith =
    (fetchPage: (path: string) => boolean | void) =>
    (target: EventTarget | null): boolean => {
      const link = findPageLink(target, rules);
      return link?.locale === rules.locale && fetchPage(link.url.pathname) === true;
    };
  const follow = fetchWith((path) => prefetch(path, pointedAtOnce));
  const followPress = fetchWith(press);
  on("pointerover", follow);
  on("focusin", follow);
  on("pointerdown", followPress);
  let isEngaged = false;
  let end: (() => void) | undefined;
  async function watch(): Promise<void> {
    // A page without input prefetches nothing.
    if (!isEngaged) return;
    const code = await import(/* webpackChunkName: "first-touch" */ "../first-touch/first-touch.ts").catch(
      () => undefined,
    );
    end?.();
    end = code?.watchLinks(fetchWith((path) => prefetch(path, seenAtOnce)));
  }
  for (const type of ["pointermove", "pointerdown", "keydown", "scroll"]) {
    addEventListener(
      type,
      () => {
        if (isEngaged) return;
        isEngaged = true;
        void watch();
      },
      { once: true, passive: true },
    );
  }
  return { watch: () => void watch() };
}
