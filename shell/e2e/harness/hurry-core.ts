import type { Page } from "playwright";
import type { BootHandover } from "../../src/browser/boot/boot-protocol.ts";

/**
 * Lets the document that is open fetch its core at once, as an input would, without an input. Otherwise it does so a second after
 * the load event (B186), and each test that needs the core would wait for that.
 */
export function hurryCore(page: Pick<Page, "evaluate">): Promise<void> {
  return page.evaluate(startCoreNow);
}

/** Runs in the page. The core, once it is there, has taken the handover away, and there is nothing to do. */
export function startCoreNow(): void {
  const handover: BootHandover | undefined = window.__site;
  handover?.start();
}
