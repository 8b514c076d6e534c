import { type LifeCycles, registerApplication, start } from "single-spa";
import { constructApplications, constructLayoutEngine } from "single-spa-layout";
import type { EventBus } from "@site/contracts/events/event-bus";
import type { Islands } from "@site/contracts/host/islands";
import type { PagePayload, PageState } from "@site/contracts/pages/payload";
import { matchRoute } from "../layout/match-route.ts";
import type { Route } from "@site/contracts/pages/layout";
import { toSpaLayout } from "../layout/spa-layout.ts";
import type { BuildUpdate } from "./build-update.ts";
import { catchOfflineLinks } from "./offline/catch-links.ts";
import { createOfflinePage } from "./offline/offline-page.ts";
import { interceptLinks, prefetchLinks, toPageLink } from "./links.ts";
import type { KnownReleases } from "./known-releases.ts";
import { rememberLocale } from "./locale.ts";
import { createNavigation, type Navigation } from "./navigation.ts";
import { createPageView, findContainer, type PageView } from "./page-view.ts";
import { createPayloadStore } from "./payload-store.ts";
import { keepScroll } from "./scroll-memory.ts";

declare global {
  interface Window {
    singleSpaLayoutData?: object;
  }
}

export interface RouterOptions {
  state: PageState;
  /** How the site is embedded by its configuration. */
  nav: string | undefined;
  releases: KnownReleases;
  islands: Islands;
  bus: EventBus;
  build: BuildUpdate;
}

/**
 * single-spa-layout as the router of slots: it decides which applications a path has and keeps their containers in
 * order. What is inside a container is the islands' business.
 */
export function startRouter({ state, nav, releases, islands, bus, build }: RouterOptions): void {
  // Without this, a second, empty set of containers is appended beside the server's.
  window.singleSpaLayoutData = {};
  const slots = createPageView(islands, state.styles);
  const prepare = async (payload: PagePayload): Promise<void> =>
    void (await Promise.all([releases.learn(payload), slots.prepare(payload)]));
  const view: PageView = { ...slots, prepare };
  const store = createPayloadStore(releases, Object.keys(state.vendors));
  const refused = findRefusedRoute(state);
  const routes = toSpaLayout(state.site, state.locale.code, refused, () => navigation.kept());
  const applications = constructApplications({
    routes,
    // An application that stays pending would block every move, so each is there at once; code comes with islands.
    loadApp: ({ name }) => Promise.resolve(toLifeCycles(name, islands, view, () => navigation)),
  });
  const names = applications.map(({ name }) => name);
  // Whether the refused page may be had by now, only the server knows: there every move is a document load.
  const isOutdated = (): boolean => refused !== undefined || build.isOutdated();
  const offline = createOfflinePage(state);
  const navigation = createNavigation({ state, nav, store, view, bus, applications: names, isOutdated, offline });
  const engine = constructLayoutEngine({ routes, applications, active: false });
  for (const application of applications) registerApplication(application);
  engine.activate();
  keepScroll();
  const rules = { routing: state.site, locale: state.locale.code, rules: build.rules };
  bus.on("navigation:requested", async (request) => {
    const code = await import(/* webpackChunkName: "overlays" */ "./requested-move.ts").catch(console.error);
    if (code) go(code.toRequestedUrl(bus, request));
    // Without the code that judges a request, only a page of this site is led to.
    else if (/^\/(?![/\\\s])/.test(request.to)) go(new URL(request.to, location.origin));
  });
  function go(url: URL): void {
    const link = toPageLink(url, rules);
    if (link?.locale === rules.locale) return void navigation.navigate(link.url);
    if (!link) return location.assign(url);
    rememberLocale(link.locale);
    navigation.leave(url);
  }
  interceptLinks(rules, (url) => void navigation.navigate(url));
  catchOfflineLinks(offline, navigation.leave);
  const links = prefetchLinks(rules, (path) => isOutdated() || store.prefetch(path, view.prepare));
  bus.on("route:changed", links.watch);
  start({ urlRerouteOnly: true });
}

/** The route whose place an error has in this document: its path is known, and yet its page is not what is shown. */
function findRefusedRoute({ page, site }: PageState): Route | undefined {
  const found = page.status === 200 ? undefined : matchRoute(site, location.pathname);
  return found?.kind === "page" ? found.route : undefined;
}

function toLifeCycles(name: string, islands: Islands, view: PageView, navigation: () => Navigation): LifeCycles {
  return {
    bootstrap: () => Promise.resolve(),
    async mount() {
      const payload = navigation().page();
      const container = findContainer(name);
      try {
        if (payload) view.fill(payload, name);
        else if (container) islands.adopt(container);
      } catch (error) {
        // single-spa takes a slot that fails out of the game, and the rest of the page goes on (B208).
        console.error(`${name} could not be mounted`, error);
        throw error;
      }
    },
    async unmount() {
      const container = findContainer(name);
      if (!container) return;
      islands.drop(container);
      // Its element goes only after the next page has been laid out: what it holds would be laid out beside that.
      container.replaceChildren();
    },
  };
}
