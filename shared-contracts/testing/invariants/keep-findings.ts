import * as v from "valibot";
import { type Finding, invariants, isAboutHydration } from "./finding.ts";
import { observers } from "./observers.ts";

/** A path of the site that is no page: opening it leaves the last page, which then reports its remaining findings. */
export const restingPath = "/robots.txt";

/**
 * Runs in each document of a browser whose driver reports no errors and requests: the document keeps its findings until
 * `takeKeptFindings` takes them. None is lost when a document ends early or goes to another origin.
 */
export const keepingObservers: readonly (() => void)[] = [keepFindings, ...observers];

const keptSchema = v.array(
  v.object({ invariant: v.picklist(invariants), page: v.string(), at: v.number(), what: v.string() }),
);

/** The findings that `takeKeptFindings` took. */
export function parseKeptFindings(kept: unknown): Finding[] {
  return v
    .parse(keptSchema, JSON.parse(String(kept)))
    .map((finding) =>
      finding.invariant === "console error" && isAboutHydration(finding.what)
        ? { ...finding, invariant: "hydration" }
        : finding,
    );
}

/** Runs at `restingPath` of the same origin. */
export function takeKeptFindings(): string {
  const kept = sessionStorage.getItem("page-watch") ?? "[]";
  sessionStorage.removeItem("page-watch");
  return kept;
}

/** Runs in each document, first. */
function keepFindings(): void {
  // The address that is opened to leave a page is none.
  if (window.top !== window || location.pathname === "/robots.txt") return;
  const now = performance.now.bind(performance);
  let isLeaving = false;
  // In WebKit, requests that are pending when a document is left fail, and the page logs it.
  window.addEventListener("beforeunload", () => {
    isLeaving = true;
    setTimeout(() => (isLeaving = false), 1000);
  });
  const keep = (invariant: string, what: string): void => {
    if (isLeaving && invariant.endsWith("error")) return;
    const kept: unknown = JSON.parse(sessionStorage.getItem("page-watch") ?? "[]");
    const finding = { invariant, page: location.pathname + location.search, at: now(), what };
    sessionStorage.setItem("page-watch", JSON.stringify([...(Array.isArray(kept) ? kept : []), finding]));
  };
  window.reportFinding = async (invariant, what) => keep(invariant, what);
  window.addEventListener("error", ({ message }) => keep("uncaught error", message));
  window.addEventListener("unhandledrejection", ({ reason }) => keep("uncaught error", String(reason)));
  const write = console.error.bind(console);
  console.error = (...parts: unknown[]) => {
    write(...parts);
    keep("console error", parts.map(String).join(" "));
  };
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const isOwn = new URL(entry.name).origin === location.origin;
      if (isOwn && entry instanceof PerformanceResourceTiming && entry.responseStatus >= 400)
        keep("failed request", `${entry.responseStatus} ${entry.name.slice(location.origin.length)}`);
    }
  });
  for (const type of ["navigation", "resource"]) observer.observe({ type, buffered: true });
}
