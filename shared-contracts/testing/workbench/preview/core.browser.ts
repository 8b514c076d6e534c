import { type Repaired, repairedEvent } from "../../../host/repaired-event.ts";
import { createIslands } from "../../../host/islands.ts";
import { createEventBus, toDomEventType } from "../../../src/events/event-bus.ts";
import type { SiteEventName } from "../../../src/events/events.ts";
import type { PageState } from "../../../src/pages/payload.ts";
import type { BrowserSet } from "../../../src/releases/browser-set.ts";
import type { Problem } from "../build-status.ts";
import { eventNames } from "../event-samples.ts";
import { type FromPreview, isWorkbenchMessage, type ToPreview } from "../preview-messages.ts";
import { findPlace, readFrames } from "./find-place.browser.ts";
import { type Leave, prepareLeave } from "./leave.browser.ts";
import { watchLeft } from "./watch-left.browser.ts";

/** The data that the workbench inlined, found by its class: a remote's HTML may have an element with the same id. */
function read<T>(id: string): T {
  const page = window.workbenchPreview?.page ?? "";
  const data: T = JSON.parse(document.querySelector(`#${id}.${page}`)?.textContent ?? "null");
  return data;
}

function post(message: FromPreview): void {
  parent.postMessage(message, location.origin);
}

function report(kind: Problem["kind"], text: string): void {
  post({ workbench: true, kind: "problem", problem: { kind, text } });
}

/** Reports a problem with the line of the remote's sources where its error was made. */
async function reportError(kind: Problem["kind"], text: string, error: unknown): Promise<void> {
  const place = error instanceof Error ? await findPlace(readFrames(error.stack)) : "";
  report(kind, place === "" ? text : `${text}\n${place}`);
}

/** React and the islands report errors to the console; the workbench shows them beside the page. */
function watchProblems(): void {
  const { error } = console;
  console.error = (...parts: unknown[]) => {
    error(...parts);
    const text = toText(parts);
    const kind = /hydrat|server rendered/i.test(text) ? "hydration" : "console";
    void reportError(
      kind,
      text,
      parts.find((part) => part instanceof Error),
    );
  };
  addEventListener("error", ({ message, error: thrown }) => void reportError("console", message, thrown));
  addEventListener(
    "unhandledrejection",
    ({ reason }) => void reportError("console", `A promise was rejected: ${toReasonText(reason)}`, reason),
  );
  document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sample }) =>
    report("policy", `${effectiveDirective} does not allow ${blockedURI}${sample && `: ${sample}`}`),
  );
}

/** The console's own format: `%s` and its like are filled by what follows. */
function toText([first, ...rest]: unknown[]): string {
  const values = rest.map((value) => (value instanceof Error ? value.message : String(value)));
  if (typeof first !== "string") return [first instanceof Error ? first.message : String(first), ...values].join(" ");
  return [first.replaceAll(/%[sdifoOc]/g, () => values.shift() ?? ""), ...values].join(" ").trim();
}

/** What a promise was rejected with: an object that is no error has no text of its own. */
function toReasonText(reason: unknown): string {
  return typeof reason === "object" && reason !== null && !(reason instanceof Error)
    ? JSON.stringify(toData(reason))
    : String(reason);
}

/** A detail as it can travel to the workbench: a function is named, an element is described. */
function toData(detail: unknown): unknown {
  return JSON.parse(
    JSON.stringify(detail, (_key, value: unknown) => {
      if (typeof value === "function") return "(a function)";
      return value instanceof Element ? `<${value.localName}>` : value;
    }),
  );
}

/** Loads axe when it is asked for: half a megabyte. */
async function checkAxe(): Promise<void> {
  try {
    const { findAxeProblems } = await import(/* webpackChunkName: "axe" */ "./find-axe-problems.browser.ts");
    post({ workbench: true, kind: "axe", findings: await findAxeProblems() });
  } catch (error) {
    report("console", `The check with axe failed: ${String(error)}`);
    post({ workbench: true, kind: "axe", findings: [] });
  }
}

async function tellLeft(leave: Leave): Promise<void> {
  try {
    post({ workbench: true, kind: "left-behind", findings: await leave() });
  } catch (error) {
    report("console", `The page could not be left and returned to: ${String(error)}`);
    post({ workbench: true, kind: "left-behind", findings: [] });
  }
}

function start(): void {
  watchLeft();
  watchProblems();
  const state = read<PageState>("site-state");
  const bus = createEventBus(window);
  let sending = false;
  for (const name of eventNames)
    bus.on(name, (detail) => post({ workbench: true, kind: "event", name, detail: toData(detail), sent: sending }));
  addEventListener("message", ({ origin, data }) => {
    if (origin !== location.origin || !isWorkbenchMessage<ToPreview>(data)) return;
    if (data.kind === "check-axe") return void checkAxe();
    if (data.kind === "leave") return void tellLeft(leave);
    // Without a workbench around it, the preview hears what it posts itself.
    if (data.kind !== "emit") return;
    sending = true;
    window.dispatchEvent(new CustomEvent(toDomEventType(data.name as SiteEventName), { detail: data.detail }));
    sending = false;
  });

  // What an island threw is told just before its failure, which has the text alone.
  let thrown: unknown;
  addEventListener(repairedEvent, (event) => {
    const detail: Repaired | undefined = event instanceof CustomEvent ? event.detail : undefined;
    thrown = detail?.error;
  });
  bus.on("remote:failed", ({ remote, phase, reason }) => {
    console.error(`${remote} failed to ${phase}:`, thrown ?? reason);
    thrown = undefined;
  });
  // Boot prevents the clicks on links, so only islands that navigate by script get here.
  window.navigation.addEventListener("navigate", ({ destination }) => {
    if (!destination.sameDocument)
      post({ workbench: true, kind: "left", url: destination.url.replace(location.origin, "") });
  });
  const islands = createIslands({ set: read<BrowserSet>("site-set"), state, bus });
  const leave = prepareLeave({ islands, state, bus });
  islands.adopt(document.body);
  const boot = window.workbenchPreview;
  if (boot) {
    boot.take = islands.take;
    for (const event of boot.queue.splice(0)) islands.take(event);
  }
  bus.emit("route:changed", { path: state.page.path, name: state.page.name, title: state.title });
  post({ workbench: true, kind: "ready" });
}

start();
