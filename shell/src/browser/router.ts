import { type LifeCycles, registerApplication, start } from "single-spa";
import { constructApplications, constructLayoutEngine, constructRoutes } from "single-spa-layout";
import type { PageState } from "@site/contracts/payload";
import { toSpaLayout } from "../layout/spa-layout.ts";
import type { Islands } from "@site/contracts/host/islands";
import { interceptLinks } from "./links.ts";

declare global {
  interface Window {
    singleSpaLayoutData?: object;
  }
}

/**
 * single-spa-layout as the router of slots: it decides which applications a path has and keeps their containers in
 * order. What is inside a container is the islands' business.
 */
export function startRouter({ state, islands }: { state: PageState; islands: Islands }): void {
  // Without this, a second, empty set of containers is appended beside the server's.
  window.singleSpaLayoutData = {};
  const routes = constructRoutes(toSpaLayout(state.locale.prefix));
  const applications = constructApplications({
    routes,
    // An application that stays pending would block every move, so each is there at once; code comes with islands.
    loadApp: ({ name }) => Promise.resolve(toLifeCycles(name, islands)),
  });
  const engine = constructLayoutEngine({ routes, applications, active: false });
  for (const application of applications) registerApplication(application);
  engine.activate();
  interceptLinks((url) => location.assign(url));
  start({ urlRerouteOnly: true });
}

function toLifeCycles(name: string, islands: Islands): LifeCycles {
  const container = (): Element | null => document.getElementById(`single-spa-application:${name}`);
  return {
    bootstrap: () => Promise.resolve(),
    mount: () => {
      const element = container();
      if (element) islands.adopt(element);
      return Promise.resolve();
    },
    unmount: () => {
      const element = container();
      if (element) islands.release(element);
      return Promise.resolve();
    },
  };
}
