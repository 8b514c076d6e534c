import type { BrowserContext, ConsoleMessage, Page, Request } from "playwright";
import { FindingList, type Invariant, InvariantError, invariants, isAboutHydration } from "./finding.ts";
import { observers } from "./observers.ts";

/** Milliseconds a page has to report its findings; a page that runs no script any more does not answer. */
const settleTimeoutMs = 2000;

/** Reasons for a request's end that are no fault, or another one: the page itself or the next page no longer wanted it, or the content policy refused it. */
const harmlessReasons = new Set(["net::ERR_ABORTED", "csp"]);

/** The invariants of all pages of a browser context. */
export interface ContextWatch {
  /**
   * Announces a breach that the test causes: findings of this visit that match are no fault, and one has to happen. Match as
   * narrowly as possible.
   */
  expects(invariant: Invariant, what: RegExp): void;
  /** Announces a breach that depends on timing: it may happen or not. */
  permits(invariant: Invariant, what: RegExp): void;
  /**
   * @param isOver whether an announcement can no longer come true
   * @throws InvariantError with one line for each fault since the last check
   */
  check(options: { isOver: boolean }): Promise<void>;
}

/** Watches the invariants in a browser context. Call it before its first page opens. */
export async function watchContext(context: BrowserContext, hasScripts: boolean): Promise<ContextWatch> {
  const began = performance.now();
  const list = new FindingList();
  const report = (invariant: Invariant, page: Page | null, what: string): void => {
    const { pathname, search } = toUrl(page?.url());
    list.add({ invariant, page: pathname + search, at: performance.now() - began, what });
  };
  await context.exposeBinding("reportFinding", ({ page }, invariant: unknown, what: unknown) => {
    const known = invariants.find((one) => one === invariant);
    if (known) report(known, page, String(what));
  });
  for (const script of observers) await context.addInitScript(script);
  context.on("console", (message) => {
    if (message.type() === "error" && !isToldOtherwise(message, hasScripts))
      report(isAboutHydration(message.text()) ? "hydration" : "console error", message.page(), message.text());
  });
  context.on("weberror", (error) => report("uncaught error", error.page(), error.error().message));
  context.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "";
    if (!harmlessReasons.has(reason) && isOwn(request))
      report("failed request", toPage(request), toText(reason, request));
  });
  context.on("response", (response) => {
    const request = response.request();
    if (response.status() >= 400 && isOwn(request))
      report("failed request", toPage(request), toText(String(response.status()), request));
  });
  return {
    expects: (invariant, what) => list.expect(invariant, what),
    permits: (invariant, what) => list.permit(invariant, what),
    async check({ isOver }) {
      // Without scripts nothing in the page observes, and waiting for a frame would never end.
      if (hasScripts) await Promise.all(context.pages().map(settlePage));
      const faults = [...list.takeFaults(), ...(isOver ? list.listUnmet() : [])];
      if (faults.length > 0) throw new InvariantError(`What always holds did not:\n${faults.join("\n")}`);
    },
  };
}

async function settlePage(page: Page): Promise<void> {
  const settled = page.evaluate(() => window.pageWatch?.settle()).catch(() => undefined);
  await Promise.race([settled, new Promise((done) => setTimeout(done, settleTimeoutMs))]);
}

/** Console messages that other findings cover: failed resources by their request, the content policy's by its report. */
function isToldOtherwise(message: ConsoleMessage, hasScripts: boolean): boolean {
  const text = message.text();
  return (
    text.startsWith("Failed to load resource") || (hasScripts && /Content Security Policy|requires 'Trusted/.test(text))
  );
}

function toUrl(address: string | undefined): URL {
  return new URL(address === undefined || address === "" ? "about:blank" : address);
}

/** The page a request belongs to; none for one that a worker made, or that opens a window. */
function toPage(request: Request): Page | null {
  try {
    return request.frame().page();
  } catch {
    return null;
  }
}

/** Whether a request goes to the origin of its page. One that opens a page does where it stays on this machine. */
function isOwn(request: Request): boolean {
  const url = new URL(request.url());
  if (request.isNavigationRequest()) return url.hostname === "localhost" || url.hostname === "127.0.0.1";
  return url.origin === toUrl(toPage(request)?.url()).origin;
}

function toText(outcome: string, request: Request): string {
  const { pathname, search } = new URL(request.url());
  return `${outcome} ${request.method()} ${pathname}${search}`;
}
