import type { Page } from "playwright";

/** Delays scripts, or other requests, until the returned function is called. */
export async function holdScripts(page: Page, pattern: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    await promise;
    // The page may have been left meanwhile, so that the response is not needed.
    await route.continue().catch(() => undefined);
  });
  return resolve;
}
