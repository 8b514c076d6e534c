// What we use of single-spa-layout 3.0.0: its own declarations import files without extensions, which Node's
// resolution does not find.
declare module "single-spa-layout" {
  import type { LifeCycles, RegisterApplicationConfig } from "single-spa";

  /** Whether a route is shown at an address: the library hands over `location`, or a `URL` it may navigate to. */
  export type ActivityFn = (location: { pathname: string }) => boolean;
  export interface ResolvedRoutes {
    mode: string;
    base: string;
    containerEl: string;
    routes: object[];
    redirects: Record<string, string>;
  }
  export type Application = RegisterApplicationConfig & { activeWhen: ActivityFn[] };
  export interface LayoutEngine {
    activate(): void;
    deactivate(): void;
    isActive(): boolean;
  }
  export function constructApplications(options: {
    routes: ResolvedRoutes;
    loadApp(application: { name: string }): Promise<LifeCycles>;
  }): Application[];
  export function constructLayoutEngine(options: {
    routes: ResolvedRoutes;
    applications: Application[];
    active?: boolean;
  }): LayoutEngine;
}
