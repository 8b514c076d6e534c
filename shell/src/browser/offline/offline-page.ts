import type { PageState } from "@site/contracts/pages/payload";
import { linkGap } from "../../layout/error-markup.ts";
import { focusContent, focusOn } from "../modal/keep-focus.ts";
import { isReachable } from "./is-reachable.ts";
import { toOfflineWords } from "./offline-words.ts";

/** The page of an address that cannot be reached. It lies over the page that is shown, which stays as it is beneath. */
export interface OfflinePage {
  isShown(): boolean;
  /** Shows it for the address of the present history entry. */
  show(): void;
  /** Hides it: the page beneath is shown again, with its title and focus. */
  hide(): void;
  /**
   * Loads the document of the present address when the site answers, else says that there is still no connection. It happens by itself when the
   * browser is online again.
   * @param isAsked whether the visitor asked for it: then the document itself has to answer, and has longer, because a slow line is silent for a while too
   */
  retry(isAsked?: boolean): Promise<void>;
}

/** The title, the focus and the heading of the page beneath, to be restored. */
interface Beneath {
  page: Element;
  title: string;
  heading: string;
  focused: Element | null;
  hidden: HTMLElement[];
}

/** Creates the offline page. Its code and texts are all in the core, because nothing can be fetched when it is needed. */
export function createOfflinePage({ site, locale }: Pick<PageState, "site" | "locale">): OfflinePage {
  const words = toOfflineWords(locale.code);
  let beneath: Beneath | undefined;

  async function retry(isAsked?: boolean): Promise<void> {
    const status = beneath?.page.querySelector("[role=status]");
    // Emptied first: a screen reader reads the same text again only after a change.
    if (status) status.textContent = "";
    if (await isReachable(isAsked)) load();
    else if (status) status.textContent = words("still");
  }

  /** The notice of `watchFailures` that a part of a page needs a connection. */
  function removeNotice(): void {
    for (const note of document.querySelectorAll(".plain-note")) if (note.textContent === words("part")) note.remove();
  }

  addEventListener("online", () => {
    removeNotice();
    if (beneath) void retry();
  });

  return {
    isShown: () => beneath !== undefined,
    show() {
      const main = document.getElementById("content");
      const heading = main?.querySelector<HTMLElement>(":scope > h1");
      if (!main || !heading) return;
      removeNotice();
      const page = draw(words);
      if (beneath) beneath.page.replaceWith(page);
      else {
        const hidden = [...main.children].filter(
          (child): child is HTMLElement => child instanceof HTMLElement && child !== heading && !child.hidden,
        );
        beneath = {
          page,
          title: document.title,
          heading: heading.textContent,
          focused: document.activeElement,
          hidden,
        };
        for (const child of hidden) child.hidden = true;
        main.append(page);
      }
      beneath.page = page;
      name(`${words("title")}${site.separator}${site.name}`, words("title"));
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
      scrollTo(0, 0);
    },
    hide() {
      if (!beneath) return;
      const { page, title, heading, focused, hidden } = beneath;
      beneath = undefined;
      page.remove();
      for (const child of hidden) child.hidden = false;
      name(title, heading);
      if (!focusOn(focused)) focusContent();
    },
    retry,
  };
}

/** Loads the present address. A path without a slash at its end is a file, which may not replace the document: the page beneath is shown again and requests it, as by a press on its link. */
function load(): void {
  const { href, pathname } = location;
  if (pathname.endsWith("/")) return location.reload();
  addEventListener("popstate", () => location.assign(href), { once: true });
  history.back();
}

function draw(words: (key: string) => string): HTMLElement {
  const link = (className: string, key: string, purpose: string): HTMLAnchorElement => {
    const anchor = element("a", { className, href: location.href, textContent: words(key) });
    anchor.dataset[purpose] = "";
    return anchor;
  };
  const actions = element("p", {});
  actions.append(
    link("button", "again", "ownNavigation"),
    linkGap,
    link("button button--quiet", "back", "historyBack"),
  );
  const inner = element("div", { className: "wrap section stack" });
  inner.append(
    element("p", { className: "display", ariaHidden: "true", textContent: words("title") }),
    element("p", { className: "lede", textContent: words("text") }),
    actions,
    element("p", { role: "status" }),
  );
  const page = element("div", { className: "section--felt", id: "offline" });
  page.append(inner);
  return page;
}

/** Says which page is shown: in the title, in its heading and to screen readers. */
function name(title: string, heading: string): void {
  document.title = title;
  for (const selector of ["main > h1", "#announcer"]) {
    const place = document.querySelector(selector);
    if (place) place.textContent = heading;
  }
}

function element<N extends keyof HTMLElementTagNameMap>(
  tag: N,
  properties: Partial<HTMLElementTagNameMap[N]>,
): HTMLElementTagNameMap[N] {
  return Object.assign(document.createElement(tag), properties);
}
