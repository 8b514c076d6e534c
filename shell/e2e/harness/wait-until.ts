import { setTimeout as sleep } from "node:timers/promises";

/** Milliseconds between two checks at first, and at most: each is a request, or a message to a browser, which takes the processor from what is waited for. */
const [firstMs, mostMs] = [25, 100];

/**
 * Waits until a condition holds. It is checked every 25 ms at first, and after a tenth of the time that it was waited for, at most 100 ms.
 * @param what names the condition in the error
 * @param within milliseconds
 * @throws when it does not hold in time
 */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  { what, within = 20_000 }: { what: string; within?: number },
): Promise<void> {
  const begin = Date.now();
  while (!(await condition())) {
    const waited = Date.now() - begin;
    if (waited > within) throw new Error(`Waited ${within} ms in vain for ${what}.`);
    await sleep(Math.min(mostMs, Math.max(firstMs, waited / 10)));
  }
}
