import { parse } from "@site/contracts/shape";
import type { PublicSiteConfig } from "@site/contracts/site-config";
import { visitorAnswerSchema } from "@site/contracts/visitor-answer";
import noticeSheet from "../../ui/region-notice.module.css?sheet";
import modalSheet from "../../ui/modal-card.module.css?sheet";
import type { Modals } from "../modal/modals.ts";
import { isNoticeClosed, rememberClosedNotice } from "./closed-notice.ts";
import { drawNotice } from "./draw-notice.ts";
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
  site: PublicSiteConfig;
  locale: string;
  modals: Modals;
}

/** The notices about a visitor's region: plain dialogs of the page's modals, which need no remote and no React. */
export async function createRegionNotices({ site, locale, modals }: RegionNoticesOptions): Promise<RegionNotices> {
  const words: NoticeWords = await readNoticeWords(locale);
  for (const css of [modalSheet, noticeSheet]) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css.toString());
    document.adoptedStyleSheets.push(sheet);
  }
  let shown: RegionNotice | undefined;

  return {
    show(answer, page) {
      const visitor = parse(visitorAnswerSchema, answer);
      const due = pickNotice({ visitor, siteId: site.siteId, page, query: location.search, isClosed: isNoticeClosed() });
      if (due === shown) return;
      if (shown) modals.find(toId(shown))?.close();
      shown = due;
      if (!due) return;
      const dialog = drawNotice(due, { site, mainSite: visitor.mainSite, words });
      document.body.append(dialog);
      modals.open(dialog, {
        id: toId(due),
        isFirm: true,
        onEvent(event) {
          if (event.type !== "closed") return;
          if (shown === due) shown = undefined;
          // What left with its page was not closed by its visitor.
          if (event.reason !== "request" && event.reason !== "removed") rememberClosedNotice();
          // What fades out is taken away afterwards.
          void Promise.allSettled(dialog.getAnimations().map(({ finished }) => finished)).then(() => dialog.remove());
        },
      });
    },
  };
}

function toId(notice: RegionNotice): string {
  return `region-${notice}`;
}
