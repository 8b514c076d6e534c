import type { AnalyticsSettings } from "@site/contracts/site-config";

/** A page somebody sees. */
export interface PageView {
  /** Without query. */
  path: string;
  /** The route's name. */
  name: string;
  title: string;
  /** The whole address. */
  location: string;
}

/** What the tag manager is told of a page, in the shape the site is configured for (B225). */
export type PageEvent =
  | { kind: "push"; entry: { event: "content-view"; "content-name": string; "content-view-name": string } }
  | { kind: "gtag"; parameters: ["event", "page_view", { page_path: string; page_title: string; page_location: string }] };

/** Turns a page into its event. */
export function toPageEvent(shape: AnalyticsSettings["pageEvent"], { path, name, title, location }: PageView): PageEvent {
  return shape === "content-view"
    ? { kind: "push", entry: { event: "content-view", "content-name": path, "content-view-name": name } }
    : { kind: "gtag", parameters: ["event", "page_view", { page_path: path, page_title: title, page_location: location }] };
}

/** Whether a page with this query is counted: not for `clean` (B216), not for `lighthouse` (B217). */
export function isCounted(query: URLSearchParams): boolean {
  return !query.has("clean") && !query.has("lighthouse");
}
