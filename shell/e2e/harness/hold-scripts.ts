import type { Page } from "playwright";

/** Holds scripts back until the returned function is called. */
export async function holdScripts(page: Page, pattern: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    await promise;
    // A page that was left meanwhile no longer wants an answer.
    await route.continue().catch(() => undefined);
  });
  return resolve;
}
