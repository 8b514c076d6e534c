import { type LifeCycles, registerApplication, start } from "single-spa";
import { constructApplications, constructLayoutEngine } from "single-spa-layout";
import type { EventBus } from "@site/contracts/events/event-bus";
import type { Islands } from "@site/contracts/host/islands";
import type { PagePayload, PageState } from "@site/contracts/pages/payload";
import { matchRoute } from "../../layout/match-route.ts";
import type { Route } from "@site/contracts/pages/layout";
import { toSpaLayout } from "../../layout/spa-layout.ts";
import type { BuildUpdate } from "./build-update.ts";
import { catchOfflineLinks } from "./catch-links.ts";
import { createOfflinePage } from "../offline/offline-page.ts";
import { interceptLinks, toPageLink } from "./links.ts";
import type { KnownReleases } from "../known-releases.ts";
import { rememberLocale } from "../locale.ts";
import { createNavigation, type Navigation } from "./navigation.ts";
import { createPageView, findContainer, type PageView } from "./page-view.ts";
import { createPayloadStore } from "./payload-store.ts";
import { prefetchLinks } from "./prefetch-links.ts";
import { keepScroll } from "./scroll-memory.ts";

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
 * order. The content of a container is left to the islands.
 */
export function startRouter({ state, nav, releases, islands, bus, build }: RouterOptions): void {
  const slots = createPageView(islands, state.styles);
  const prepare = async (payload: PagePayload): Promise<void> =>
    void (await Promise.all([releases.learn(payload), slots.prepare(payload)]));
  const view: PageView = { ...slots, prepare };
  const store = createPayloadStore(releases, state);
  const refused = findRefusedRoute(state);
  const routes = toSpaLayout(
    state.site,
    state.locale.code,
    refused,
    () => navigation.kept(),
    (selector) => document.querySelector(selector),
  );
  const applications = constructApplications({
    routes,
    // A pending application would block every navigation, so each resolves at once; its islands fetch their code later.
    loadApp: ({ name }) => Promise.resolve(toLifeCycles(name, islands, view, () => navigation)),
  });
  const names = applications.map(({ name }) => name);
  // Only the server knows whether the refused page is allowed by now: from this document every navigation is a document load.
  const isOutdated = (): boolean => refused !== undefined || build.isOutdated();
  const offline = createOfflinePage(state);
  const navigation = createNavigation({ state, nav, store, view, bus, applications: names, isOutdated, offline });
  const engine = constructLayoutEngine({ routes, applications, active: false });
  for (const application of applications) registerApplication(application);
  engine.activate();
  keepScroll();
  const rules = { routing: state.site, locale: state.locale.code, rules: build.rules };
  bus.on("navigation:requested", async (request) => {
    const code = await import(/* webpackChunkName: "overlays" */ "./requested-navigation.ts").catch(console.error);
    if (code) go(code.toRequestedUrl(bus, request));
    // When the code that checks a request does not load, only paths of this site are followed.
    else if (/^\/(?![/\\\s])/.test(request.to)) go(new URL(request.to, location.origin));
  });
  function go(url: URL): void {
    const link = toPageLink(url, rules);
    if (link?.locale === rules.locale) return void navigation.navigate(link.url);
    if (!link) return location.assign(url);
    leave(url);
  }
  /** Navigates by a document load, or shows the offline page, which asks for the document later. A switch of the language counts in both cases (B178). */
  function leave(url: URL): void {
    const { locale } = toPageLink(url, rules) ?? rules;
    if (locale !== rules.locale) rememberLocale(locale);
    navigation.leave(url);
  }
  interceptLinks(rules, (url) => void navigation.navigate(url));
  catchOfflineLinks(offline, leave);
  const links = prefetchLinks(rules, {
    prefetch: (path, atOnce) => !isOutdated() && store.prefetch(path, view.prepare, atOnce),
    press(path) {
      // Ignored: the click meets the same error and reports it.
      if (!isOutdated())
        store
          .load(path)
          .then(view.prepare)
          .catch(() => undefined);
    },
  });
  bus.on("route:changed", links.watch);
  // In a task of its own, because the first mount looks for the islands of the whole page. It also carries out a soft navigation that begins before it.
  setTimeout(() => start({ urlRerouteOnly: true }));
}

/** The route at whose path this document shows an error page, such as a 403; undefined for any other document. */
function findRefusedRoute({ page, site }: PageState): Route | undefined {
  const found = page.status === 200 ? undefined : matchRoute(site, location.pathname);
  return found?.kind === "page" ? found.route : undefined;
}

function toLifeCycles(name: string, islands: Islands, view: PageView, navigation: () => Navigation): LifeCycles {
  let isBroken = false;
  return {
    bootstrap: () => Promise.resolve(),
    async mount() {
      const payload = navigation().page();
      const container = findContainer(name);
      try {
        if (payload) view.fill(payload, name);
        else if (container) islands.adopt(container);
      } catch (error) {
        // single-spa unmounts an application that failed, and skips it from then on. Its HTML stays, and the rest of the page works (B208).
        isBroken = true;
        console.error(`${name} could not be mounted`, error);
        throw error;
      }
    },
    async unmount() {
      const container = findContainer(name);
      if (!container || isBroken) return;
      islands.drop(container);
      // single-spa removes the element only after the next page has been laid out: its content would be laid out with it.
      container.replaceChildren();
    },
  };
}
