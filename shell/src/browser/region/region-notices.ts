import type { EventBus } from "@site/contracts/events/event-bus";
import { closeRegionCookie } from "@site/contracts/site/cookie-names";
import { parse } from "@site/contracts/wire/wire-schema";
import type { PublicSiteConfig } from "@site/contracts/site/site-config";
import { visitorAnswerSchema } from "@site/contracts/visitor/visitor-answer";
import noticeSheet from "../../ui/region-notice.module.css?sheet";
import modalSheet from "../../ui/modal-card.module.css?sheet";
import type { Modals } from "../modal/modals.ts";
import { isNoticeClosed, rememberClosedNotice } from "./closed-notice.ts";
import { drawNotice } from "./draw-notice.ts";
import { whenMenusAreClosed } from "./when-menus-are-closed.ts";
import { type NoticeWords, readNoticeWords } from "./notice-words.ts";
import { pickNotice, type RegionNotice } from "./pick-notice.ts";

export interface RegionNotices {
  /**
   * Shows the notice that is due on a page, and takes away one that no longer is.
   * @param answer what the server says of the visitor
   * @param page the route's name
   * @throws TypeError when the answer is not one
   */
  show(answer: unknown, page: string): void;
}

export interface RegionNoticesOptions {
  bus: EventBus;
  site: PublicSiteConfig;
  locale: string;
  modals: Modals;
}

/** The notices about a visitor's region: plain dialogs of the page's modals, which need no remote and no React. */
export async function createRegionNotices({ bus, site, locale, modals }: RegionNoticesOptions): Promise<RegionNotices> {
  const words: NoticeWords = await readNoticeWords(locale);
  for (const css of [modalSheet, noticeSheet]) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css.toString());
    document.adoptedStyleSheets.push(sheet);
  }
  let shown: RegionNotice | undefined;
  let isSettled = false;
  let stopWaiting: (() => void) | undefined;
  let showAgain: (() => void) | undefined;

  function settle(): void {
    isSettled = true;
    bus.emit("region:settled", {});
  }
  bus.on("region:requested", () => {
    if (isSettled) settle();
  });

  function open(notice: RegionNotice, dialog: HTMLDialogElement): void {
    document.body.append(dialog);
    modals.open(dialog, {
      id: toId(notice),
      isFirm: true,
      onEvent(event) {
        if (event.type !== "closed") return;
        if (shown === notice) shown = undefined;
        // Closed by the shell or by removal, not by the visitor: it may be shown again.
        if (event.reason !== "request" && event.reason !== "removed") {
          rememberClosedNotice();
          settle();
        }
        // Removed after its fade-out has ended.
        void Promise.allSettled(dialog.getAnimations().map(({ finished }) => finished)).then(() => dialog.remove());
      },
    });
  }

  function show(answer: unknown, page: string): void {
    const visitor = parse(visitorAnswerSchema, answer);
    const due = pickNotice({ visitor, siteId: site.siteId, page, query: location.search, isClosed: isNoticeClosed() });
    showAgain = () => show(answer, page);
    if (due === shown && due) return;
    stopWaiting?.();
    if (shown) modals.find(toId(shown))?.close();
    shown = due;
    if (!due) return settle();
    isSettled = false;
    stopWaiting = whenMenusAreClosed(() => open(due, drawNotice(due, { site, mainSite: visitor.mainSite, words })));
  }

  // Closing the notice in one tab closes it in all others (B156).
  addEventListener("storage", ({ key }) => {
    if (key === closeRegionCookie && shown) showAgain?.();
  });

  return { show };
}

function toId(notice: RegionNotice): string {
  return `region-${notice}`;
}
