import type { Page } from "playwright";
import type { BootHandover } from "../../src/browser/boot/boot-protocol.ts";

/**
 * Makes the open document fetch its core at once, as an input would. Otherwise it does so a second after the load event (B186), and each test that
 * needs the core would wait for that.
 */
export function hurryCore(page: Pick<Page, "evaluate">): Promise<void> {
  return page.evaluate(startCoreNow);
}

/** Runs in the page. A loaded core has removed the handover, so there is nothing to do. */
export function startCoreNow(): void {
  const handover: BootHandover | undefined = window.__site;
  handover?.start();
}
