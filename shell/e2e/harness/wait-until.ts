import { setTimeout as sleep } from "node:timers/promises";

/**
 * Waits until a condition holds, with a check every 25 ms.
 * @param what names the condition in the error
 * @param within milliseconds
 * @throws when it does not hold in time
 */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  { what, within = 20_000 }: { what: string; within?: number },
): Promise<void> {
  const end = Date.now() + within;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`Waited ${within} ms in vain for ${what}.`);
    await sleep(25);
  }
}
