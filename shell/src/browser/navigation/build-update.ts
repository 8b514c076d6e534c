import { isRecord } from "@site/contracts/wire/wire-schema";
import type { RouteRules } from "../../layout/route-rules.ts";
import { toManifestPath } from "../../layout/shell-build.ts";
import { askJson } from "../ask-json.ts";
import { coreDelayMs } from "../boot/boot-protocol.ts";
import type { KnownReleases } from "../known-releases.ts";

/** Milliseconds between two checks for a newer build (B187). */
const pollIntervalMs = 3_600_000;

export interface BuildUpdate {
  /** Whether a newer build is live: the next navigation is a document load (B188). */
  isOutdated(): boolean;
  /** The redirects and middleware by path (B023); empty until the manifest has loaded. */
  rules(): RouteRules;
}

/**
 * Keeps this document up to date with the site. One second after the load event it fetches the manifest of its shell's build, with the route
 * rules (B186). Every hour it asks whether another release of a package it knows is live, or a server that writes another format (B187).
 * A response that times out, is malformed, or has an earlier revision than the previous one is ignored.
 * @param onMeasure called when the server wants this document measured (B302)
 */
export function followBuild(
  releases: Pick<KnownReleases, "build" | "isOutdated">,
  onMeasure: (asked: unknown) => void,
): BuildUpdate {
  let seenRevision = 0;
  let rules: RouteRules = {};
  let isOutdated = false;

  whenLoaded(async () => {
    const { matcher, measure } = await askJson(toManifestPath(releases.build));
    if (measure) onMeasure(measure);
    if (isRecord(matcher) && isRules(matcher["static"])) rules = matcher["static"];
  });
  const timer = setInterval(async () => {
    const { revision, versions, format } = await askJson(`/builds/latest.json?${Date.now()}`);
    if (!(Number(revision) >= seenRevision)) return;
    seenRevision = Number(revision);
    isOutdated = releases.isOutdated(versions, format);
    if (!isOutdated) return;
    clearInterval(timer);
  }, pollIntervalMs);

  return { isOutdated: () => isOutdated, rules: () => rules };
}

/** @throws Error when a rule names a middleware that this build does not know (B204): the rules are not used then */
function isRules(value: unknown): value is RouteRules {
  return (
    isRecord(value) &&
    Object.values(value).every((rule) => {
      if (!isRecord(rule)) return false;
      const { redirect, middleware } = rule;
      if (middleware !== undefined && middleware !== "document")
        throw new Error(`There is no route middleware ${String(middleware)}.`);
      return middleware !== undefined || typeof redirect === "string";
    })
  );
}

/** Calls one second after the load event, at once when the core started later than that. */
function whenLoaded(call: () => void): void {
  const [entry] = performance.getEntriesByType("navigation");
  const loaded = entry instanceof PerformanceNavigationTiming ? entry.loadEventStart : 0;
  if (document.readyState !== "complete") addEventListener("load", () => setTimeout(call, coreDelayMs));
  else setTimeout(call, loaded ? loaded + coreDelayMs - performance.now() : coreDelayMs);
}
