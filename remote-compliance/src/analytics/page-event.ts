import type { AnalyticsSettings } from "@site/contracts/site/site-config";
import type { ShownPage } from "@site/contracts/islands/head-fragment";

/** A page view for the tag manager, in the shape that the site is configured for (B225). */
export type PageEvent =
  | { kind: "push"; entry: { event: "content-view"; "content-name": string; "content-view-name": string } }
  | {
      kind: "gtag";
      parameters: ["event", "page_view", { page_path: string; page_title: string; page_location: string }];
    };

/** Turns a page view into its event. Only Google's contains the query, in `page_location`, which identifies campaigns. */
export function toPageEvent(
  shape: AnalyticsSettings["pageEvent"],
  { path, name, title, location }: ShownPage,
): PageEvent {
  return shape === "content-view"
    ? { kind: "push", entry: { event: "content-view", "content-name": path, "content-view-name": name } }
    : {
        kind: "gtag",
        parameters: ["event", "page_view", { page_path: path, page_title: title, page_location: location }],
      };
}

/** Whether a page at this address is counted: not with `clean` (B216), not with `lighthouse` (B217). */
export function isCounted(address: string): boolean {
  const { searchParams } = new URL(address);
  return !searchParams.has("clean") && !searchParams.has("lighthouse");
}
