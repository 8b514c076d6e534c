import type { EventBus } from "@site/contracts/events/event-bus";
import type { PagePayload, PageState } from "@site/contracts/pages/payload";
import { frame } from "../../layout/routes.ts";
import { applyEmbedding } from "../embedding.ts";
import { inTime } from "../in-time.ts";
import { isReachable } from "../offline/is-reachable.ts";
import type { OfflinePage } from "../offline/offline-page.ts";
import type { PageView } from "./page-view.ts";
import { painted } from "../painted.ts";
import { OtherDocument, type PayloadStore } from "./payload-store.ts";
import { moveFocusAndScroll } from "./focus-and-scroll.ts";
import { rememberScroll, restoreScroll } from "./scroll-memory.ts";

/** single-spa's routing events, as far as we use them. */
interface RoutingEvent {
  newUrl: string;
  navigationIsCanceled?: boolean;
  cancelNavigation?(until?: Promise<boolean>): void;
}

export interface Navigation {
  /** Navigates to a page of this site by soft navigation, or by a document load when that fails. A later call supersedes an earlier one. */
  navigate(url: URL): Promise<void>;
  /** Navigates to an address by a document load. Without connection it adds a history entry that shows the offline page. */
  leave(url: URL): void;
  /** The path of the page that stays beneath the offline page; undefined when the offline page is not shown. */
  kept(): string | undefined;
  /** The payload of the page that is shown or about to be shown; undefined for the page of the document itself. */
  page(): PagePayload | undefined;
}

export interface NavigationOptions {
  state: PageState;
  /** How the site is embedded by its configuration. */
  nav: string | undefined;
  store: PayloadStore;
  view: PageView;
  bus: EventBus;
  applications: readonly string[];
  /** Whether a newer build is live: then every navigation is a document load of the target (B188). */
  isOutdated(): boolean;
  offline: OfflinePage;
}

/**
 * Soft navigation: fetches the page first, then pushes the history entry. single-spa matches routes and keeps containers; this code decides when,
 * and with which page. Every unexpected case becomes a document load; a page that fails again soon after becomes the error page (B189, B190). When the
 * site cannot be reached, the present page stays beneath the offline page.
 */
export function createNavigation({
  state,
  nav,
  store,
  view,
  bus,
  applications,
  isOutdated,
  offline,
}: NavigationOptions): Navigation {
  let shown = location.pathname;
  let ready: { path: string; payload: PagePayload } | undefined;
  let turn = 0;
  let isReturn = true;

  /**
   * Fetches everything that a page needs. A page that fails twice becomes the error page, if `isWanted` still returns true.
   * @throws an error after which the caller has to make a document load
   */
  async function prepare(path: string, isWanted: () => boolean): Promise<PagePayload> {
    try {
      const payload = await store.load(path);
      await view.prepare(payload);
      return payload;
    } catch (error) {
      if (error instanceof OtherDocument || !isWanted()) throw error;
      if (!(await isReachable())) throw new NoAnswer();
      // Only this address gets no answer: a content blocker refuses it, by a word such as `cookie-policy`. Blockers refuse no document.
      if (error instanceof TypeError) throw new OtherDocument();
      const { toFailedPage } = await inTime(import(/* webpackChunkName: "modals" */ "./failed-page.ts"));
      const page = isWanted() && toFailedPage(path, ready?.payload.parts ?? state, state.site);
      if (!page) throw error;
      console.error(error);
      for (const { application } of page.slots) view.clear(application);
      return page;
    }
  }

  /** Loads the page of the present history entry. Starts again when the entry changes while it loads. */
  async function settle(): Promise<boolean> {
    for (;;) {
      const path = location.pathname;
      try {
        const payload = await prepare(path, () => location.pathname === path);
        if (location.pathname !== path) continue;
        ready = { path, payload };
        // Never true: cancelled, single-spa would write the old address over the newer history entry.
        return false;
      } catch (error) {
        if (await isThere(error)) return reload();
        if (location.pathname !== path) continue;
        // single-spa removes the page shown before, so `shown` must not name it any more.
        shown = "";
        ready = undefined;
        offline.show();
        return false;
      }
    }
  }

  function show({ path, payload }: NonNullable<typeof ready>): void {
    for (const application of applications) if (application !== frame.header) view.fill(payload, application);
    view.describe(payload);
    applyEmbedding(nav);
    const { page, title } = payload.parts;
    const announcer = document.getElementById("announcer");
    if (announcer) announcer.textContent = title;
    // In the same task as the new title: a listener that protects the title treats later changes as another script's.
    bus.emit("route:changed", { path: page.path, name: page.name, title });
    // The header hardly changes between pages: it is updated after the paint, so that it does not delay the page.
    void painted().then(() => shown === path && view.fill(payload, frame.header));
  }

  listen("single-spa:before-routing-event", ({ newUrl, cancelNavigation }) => {
    const { pathname } = new URL(newUrl);
    if (pathname === shown) return comeBack();
    if (kept()) {
      offline.show();
      void offline.retry();
    } else if (isOutdated()) cancelNavigation?.(reload());
    else if (ready?.path !== pathname) cancelNavigation?.(settle());
  });

  listen("single-spa:routing-event", ({ navigationIsCanceled }) => {
    const path = location.pathname;
    if (navigationIsCanceled || path === shown || ready?.path !== path) return;
    shown = path;
    try {
      show(ready);
    } catch (error) {
      reportError(error);
      return location.reload();
    }
    moveFocusAndScroll(isReturn);
    isReturn = true;
  });

  // A step in the history supersedes a navigation that still waits for its page. Single-spa's own event comes too late for this, and for pushes too.
  // Leaving the document supersedes it too: when the back/forward cache restores this page, it must not go on to the page of an earlier press.
  for (const type of ["popstate", "pagehide"])
    EventTarget.prototype.addEventListener.call(window, type, ({ isTrusted }) => void (isTrusted && (turn += 1)));

  // Back to another place of the same page: with manual scroll restoration the browser does not scroll there.
  addEventListener("popstate", () => location.pathname === shown && restoreScroll());

  function kept(): string | undefined {
    const isAway = ready?.path !== location.pathname && (offline.isShown() || !navigator.onLine);
    return isAway && shown ? shown : undefined;
  }

  /** Hides the offline page when the address is again that of the page beneath it. */
  function comeBack(): void {
    if (!offline.isShown()) return;
    offline.hide();
    restoreScroll();
  }

  function leave(url: URL, mayLoad = navigator.onLine): void {
    turn += 1;
    rememberScroll();
    if (mayLoad) return location.assign(url);
    pushQuietly(url);
    offline.show();
  }

  return {
    page: () => ready?.payload,
    leave: (url) => leave(url),
    kept,
    async navigate(url) {
      if (isOutdated()) return leave(url);
      if (offline.isShown() && url.pathname === shown) {
        pushQuietly(url);
        return comeBack();
      }
      const mine = ++turn;
      try {
        const payload = await prepare(url.pathname, () => mine === turn);
        // Paint the pressed link first: a prefetched page would otherwise be shown in the same task.
        await new Promise((done) => setTimeout(done));
        if (mine !== turn) return;
        rememberScroll();
        isReturn = false;
        ready = { path: url.pathname, payload };
        offline.hide();
        history.pushState(null, "", url);
        // Another script has replaced `pushState` by a function that does nothing.
        if (location.pathname !== url.pathname) throw new OtherDocument();
      } catch (error) {
        if (mine !== turn) return;
        const mayLoad = await isThere(error);
        if (mine === turn) leave(url, mayLoad);
      }
    },
  };
}

/** The site was requested and did not answer: a second request would double the wait. */
class NoAnswer extends Error {}

/** Whether a document load would show a page of this site after a soft navigation failed: the site has answered, or answers now. */
async function isThere(error: unknown): Promise<boolean> {
  return error instanceof OtherDocument || (!(error instanceof NoAnswer) && isReachable());
}

/** Loads the present history entry as a document. The returned promise never settles. */
function reload(): Promise<never> {
  location.reload();
  return new Promise(() => undefined);
}

/** Adds a history entry that single-spa does not see, so it leaves the applications of the page alone. */
function pushQuietly(url: URL): void {
  History.prototype.pushState.call(history, null, "", url);
}

function listen(type: string, handle: (event: RoutingEvent) => void): void {
  window.addEventListener(type, (event) => {
    if (event instanceof CustomEvent) handle(event.detail);
  });
}
