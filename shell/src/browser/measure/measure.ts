import type { BrowserSet } from "@site/contracts/releases/browser-set";
import { isConsentRefused } from "@site/contracts/visitor/refused-consent";
import { isRecord } from "@site/contracts/wire/wire-schema";
import { type CLSMetric, type INPMetric, type LCPMetric, onCLS, onINP, onLCP } from "web-vitals";
import {
  type Beacon,
  beaconPath,
  type BeaconVital,
  maxBeaconBytes,
  type BeaconChannel,
  beaconChannels,
  maxProblems,
  type VitalName,
} from "../../layout/beacon.ts";
import { readProblem } from "./read-problem.ts";

export interface MeasureOptions {
  /** The server's request to measure this document, a `MeasureRequest`. */
  asked: unknown;
  /** Error events of this document so far; the core appends further ones. */
  met: readonly Event[];
  set: BrowserSet;
}

/**
 * Measures a document, and sends what its visitor met when it is hidden for the first time (B302). Without the consent that the law of the
 * visitor's country asks for, nothing is sent.
 */
export function measure({ asked, met, set: { packages } }: MeasureOptions): void {
  const told = isRecord(asked) ? asked : {};
  const channel: BeaconChannel = beaconChannels.find((one) => one === told["channel"]) ?? "none";
  const vitals = new Map<VitalName, BeaconVital>();
  // Find the region at each change: a soft navigation may remove the element before the beacon is sent.
  const note = (name: VitalName, value: number, element: unknown): void => {
    const remote = findRemote(element);
    if (remote) vitals.set(name, { name, remote, value: Number(value.toFixed(3)) });
  };
  const options = { reportAllChanges: true };
  onINP(({ value, entries }: INPMetric) => note("inp", value, entries.find(({ target }) => target)?.target), options);
  onLCP(({ value, entries }: LCPMetric) => note("lcp", value, entries.at(-1)?.element), options);
  onCLS(({ value, entries }: CLSMetric) => {
    const [largest] = entries.toSorted((one, other) => other.value - one.value);
    note("cls", value, largest?.sources[0]?.node);
  }, options);

  const controller = new AbortController();
  const { signal } = controller;
  function send(): void {
    if (document.visibilityState === "visible") return;
    controller.abort();
    if (told["needsConsent"] !== false && !isAllowed()) return;
    const problems = met.flatMap((event) => readProblem(event, packages) ?? []);
    const beacon: Beacon = {
      channel,
      releases: Object.entries(packages).map(([name, { version }]) => `${name}@${version}`),
      problems: [...new Map(problems.map((one) => [JSON.stringify(one), one])).values()].slice(0, maxProblems),
      vitals: [...vitals.values()],
    };
    let text = JSON.stringify(beacon);
    while (text.length > maxBeaconBytes && beacon.problems.pop()) text = JSON.stringify(beacon);
    navigator.sendBeacon(beaconPath, new Blob([text], { type: "application/json" }));
  }
  // Registered after the library's own listeners, which compute the final figures.
  addEventListener("visibilitychange", send, { signal });
}

/** The package that owns the region of an element. */
function findRemote(element: unknown): string | undefined {
  const node = element instanceof Element ? element : element instanceof Node ? element.parentElement : null;
  const region = node?.closest<HTMLElement>("[data-slot],[id^='single-spa-application:']");
  return (region?.dataset["slot"] ?? region?.id.split(":")[1])?.split("/")[0];
}

/** Whether the visitor allowed measurement (C0002) by the consent tool of this document, and has not refused it in another tab since. */
function isAllowed(): boolean {
  const isTold = String(Reflect.get(window, "OnetrustActiveGroups")).split(",").includes("C0002");
  return isTold && !isConsentRefused("C0002", document.cookie);
}
