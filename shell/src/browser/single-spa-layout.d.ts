// What we use of single-spa-layout 3.0.0: its own declarations import files without extensions, which Node's
// resolution does not find.
declare module "single-spa-layout" {
  import type { LifeCycles, RegisterApplicationConfig } from "single-spa";

  export interface ResolvedRoutes {
    base: string;
    containerEl: string;
  }
  export type Application = RegisterApplicationConfig;
  export interface LayoutEngine {
    activate(): void;
    deactivate(): void;
    isActive(): boolean;
  }
  export function constructRoutes(layout: object): ResolvedRoutes;
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
