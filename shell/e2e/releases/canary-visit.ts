import type { Page } from "playwright";
import type { Visit } from "../harness/open-browser.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { listMarks } from "./answers.ts";
import { untilCore, watchTraffic } from "./soft-visit.ts";

/**
 * Runs in the page before its scripts. The listener with a signal is the last thing that measuring sets up. The core asks whether to measure a second after the
 * load event (B186): it asks at once here, because the event was long ago by what the page says.
 */
export function noteMeasuring(): void {
  Object.defineProperty(PerformanceNavigationTiming.prototype, "loadEventStart", { get: () => -1000 });
  window.addEventListener = new Proxy(window.addEventListener, {
    apply(listen, target, given: unknown[]) {
      const [type, , options] = given;
      if (type === "visibilitychange" && Object(options).signal) document.documentElement.dataset["measured"] = "";
      return Reflect.apply(listen, target, given);
    },
  });
}

/** Waits until the document is measured. It needs {@link noteMeasuring}. */
export function untilMeasured({ page }: Visit): Promise<void> {
  return page.locator("html[data-measured]").waitFor({ state: "attached" });
}

/** Waits until the browser has measured the first input of a document: some time after its answer is painted. */
export async function untilInputMeasured(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => new PerformanceObserver(resolve).observe({ type: "first-input", buffered: true })),
  );
}

/** Whether an event is of the header. */
export function isOfHeader(detail: object): boolean {
  return Object.values(detail).some((value) => value === "navigation" || value === "navigation/header");
}

/** Loads the document again, until its core is there. */
export async function reload(visited: Visit): Promise<void> {
  await visited.page.reload();
  await untilCore(visited);
}

/** Follows a link of the footer until its page is shown. @returns what was fetched for it */
export async function navigate(visited: Visit, name: string): Promise<{ documents: string[] }> {
  const traffic = watchTraffic(visited);
  const title = await visited.page.title();
  await visited.page.locator(`footer a[href='/${name}/']`).first().click();
  await visited.page.waitForURL(`**/${name}/`);
  await waitUntil(async () => (await visited.page.title()) !== title, { what: `the page ${name}` });
  await untilCore(visited);
  return traffic();
}

/** The marks of the releases that the page was made of. */
export async function readMarks({ page }: { page: Page }): Promise<string[]> {
  return listMarks(await page.content());
}
