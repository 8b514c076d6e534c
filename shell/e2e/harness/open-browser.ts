import type { BrowserContext, BrowserContextOptions, ConsoleMessage, Page, Request } from "playwright";
import type { Invariant } from "@site/contracts/testing/invariants/finding";
import { watchContext } from "@site/contracts/testing/invariants/watch-context";
import type { SiteEventName, SiteEvents } from "@site/contracts/events/events";
import { findBrowser } from "./shared-browsers.ts";

/** The events of the site that a page records. */
const recordedEvents = [
  "route:changed",
  "island:hydrated",
  "remote:failed",
  "screen:changed",
  "menu:toggled",
  "download:started",
  "chat:requested",
] as const satisfies readonly SiteEventName[];

export type RecordedEvent = { [N in SiteEventName]: { name: N; detail: SiteEvents[N] } }[SiteEventName];

declare global {
  interface Window {
    recorded: { events: RecordedEvent[]; violations: string[] };
    /** Set by code that must never run. */
    __pwned?: unknown;
  }
}

/** An open page in the browser, with its messages and requests, which a visitor would not see. */
export interface Visit {
  page: Page;
  /** Console messages of any kind, uncaught errors and React's recoverable errors, which the shell logs there. */
  messages: string[];
  requests: Request[];
  events(): Promise<RecordedEvent[]>;
  violations(): Promise<string[]>;
  /**
   * Announces a breach that this test causes, such as `expects("failed request", /^503 GET \/api\/visitor$/)`. It may be announced before or after it
   * happens, and has to happen at least once.
   */
  expects(invariant: Invariant, what: RegExp): void;
  /** Announces a breach that may or may not happen, depending on timing. */
  permits(invariant: Invariant, what: RegExp): void;
  /** Ends the visit. @throws InvariantError when an invariant was broken, or an announced breach did not happen */
  close(): Promise<void>;
}

export interface OpenBrowser {
  visit(options?: BrowserContextOptions): Promise<Visit>;
  close(): Promise<void>;
}

/** A file's requirements of the browser. */
export interface BrowserNeeds {
  /** Whether the browser keeps pages that are left in its back/forward cache. */
  keepsPages?: boolean;
  /**
   * Whether Chromium's headless shell is enough; by default it is. It has no back/forward cache and no page for an address that cannot be loaded, and
   * breaks lines of text at other places than the full browser.
   */
  isShellEnough?: boolean;
  /** Further arguments of its start. */
  args?: readonly string[];
}

/** Chromium: the one of this machine, else the one of the test library. It starts with the first visit. */
export function openBrowser({
  keepsPages = false,
  isShellEnough = !keepsPages,
  args = [],
}: BrowserNeeds = {}): OpenBrowser {
  const contexts = new Set<BrowserContext>();
  return {
    async visit(options) {
      const browser = await findBrowser(
        keepsPages ? { ignoreDefaultArgs: ["--disable-back-forward-cache"] } : { isShellEnough, args: [...args] },
      );
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
      contexts.add(context);
      context.on("close", () => contexts.delete(context));
      return openVisit(context, options, isShellEnough);
    },
    async close() {
      await Promise.all([...contexts].map((context) => context.close()));
    },
  };
}

async function openVisit(
  context: BrowserContext,
  options: BrowserContextOptions = {},
  isShellEnough: boolean,
): Promise<Visit> {
  context.setDefaultTimeout(20_000);
  // Headers that a test adds are sent to third parties too, for which browsers would need a preflight. With any route the driver answers it.
  if (options.extraHTTPHeaders !== undefined)
    await context.route(
      () => false,
      () => undefined,
    );
  await context.addInitScript((names) => {
    window.recorded = { events: [], violations: [] };
    for (const name of names) {
      window.addEventListener(`site:${name}`, (event) => {
        if (event instanceof CustomEvent) window.recorded.events.push({ name, detail: event.detail });
      });
    }
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) => {
      window.recorded.violations.push(`${effectiveDirective} ${blockedURI}`);
    });
  }, recordedEvents);
  const hasScripts = options.javaScriptEnabled ?? true;
  const watch = await watchContext(context, hasScripts);
  const page = await context.newPage();
  await answerChatQueue(page);
  if (isShellEnough && hasScripts) await spendFirstPointer(page);
  const visit: OpenVisit = {
    isOfOneTest: isInTest,
    check: (options) => watch.check(options),
    async end(options) {
      try {
        await watch.check(options);
      } finally {
        await context.close();
      }
    },
  };
  openVisits.add(visit);
  context.on("close", () => openVisits.delete(visit));
  const messages: string[] = [];
  const requests: Request[] = [];
  page.on("console", (message) => {
    if (!isAboutMissingPage(message, page) && !isAboutMeasuring(message))
      messages.push(`${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => messages.push(`uncaught: ${error.message}`));
  page.on("request", (request) => requests.push(request));
  return {
    page,
    messages,
    requests,
    events: () => page.evaluate(() => window.recorded.events),
    violations: () => page.evaluate(() => window.recorded.violations),
    expects: watch.expects,
    permits: watch.permits,
    close: () => visit.end({ isOver: true }),
  };
}

/**
 * Answers requests to the chat's queue, which is not simulated unless a test does so, with no capacity. Only requests to that address are
 * intercepted: a route of the driver would intercept every request of the page, and disable the browser's cache.
 */
async function answerChatQueue(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  session.on("Fetch.requestPaused", ({ requestId }) => {
    const responseHeaders = [
      { name: "access-control-allow-origin", value: "*" },
      { name: "content-type", value: "application/json" },
    ];
    const body = Buffer.from(JSON.stringify({ hasCapacity: false })).toString("base64");
    // The page may have been left meanwhile.
    session
      .send("Fetch.fulfillRequest", { requestId, responseCode: 200, responseHeaders, body })
      .catch(() => undefined);
  });
  await session.send("Fetch.enable", { patterns: [{ urlPattern: "https://*.example/queue/availability/*" }] });
}

/**
 * Shows the empty page of a tab until it was painted twice. The headless shell sends the first page of a tab, and one that follows an empty page, a pointer
 * event in its upper left corner, which the site takes for a touch of the header. Other pages get none.
 */
export async function spendFirstPointer(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

interface OpenVisit {
  /** Whether a test opened it; a page that was opened for several tests stays. */
  isOfOneTest: boolean;
  check(options: { isOver: boolean }): Promise<void>;
  end(options: { isOver: boolean }): Promise<void>;
}

const openVisits = new Set<OpenVisit>();
let isInTest = false;

/** Makes visits that begin from now on end with the test. */
export function beginTest(): void {
  isInTest = true;
}

/**
 * Ends the visits of a failed test or of one that did not end them, and checks those that stay.
 * @param isOver whether the test passed, so that all announced breaches must have happened
 * @throws InvariantError the findings of a visit
 */
export async function endTest({ isOver }: { isOver: boolean }): Promise<void> {
  isInTest = false;
  const checks = [...openVisits].map((visit) =>
    visit.isOfOneTest ? visit.end({ isOver }) : visit.check({ isOver: false }),
  );
  for (const result of await Promise.allSettled(checks)) if (result.status === "rejected") throw result.reason;
}

/** Chromium's own message about a page with status 404. */
function isAboutMissingPage(message: ConsoleMessage, page: Page): boolean {
  return message.text().endsWith("status of 404 (Not Found)") && message.location().url === page.url();
}

/**
 * Chromium's advice about measuring elements without a layout. The driver does so to detect whether an element is visible; its script has no address.
 */
function isAboutMeasuring(message: ConsoleMessage): boolean {
  return (
    message.text() === "Rendering was performed in a subtree hidden by content-visibility." &&
    message.location().url === ""
  );
}

/** Bytes of a response's body as sent over the network. */
export async function toWireSize(request: Request): Promise<number> {
  return (await request.sizes()).responseBodySize;
}

/** The scripts among requests. Preloaded ones count, because they are fetched as well. */
export function listScripts(requests: readonly Request[]): Request[] {
  return requests.filter((request) => new URL(request.url()).pathname.endsWith(".js"));
}
