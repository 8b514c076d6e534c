import type { Page } from "playwright";

/** Names of everything a browser keeps of the site. A key that names a path is known by what stands before it. */
export async function readKept(page: Page): Promise<string[]> {
  const cookies = (await page.context().cookies()).map(({ name }) => name);
  const stored = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
  return [...new Set([...cookies, ...stored.map((key) => key.split(":")[0] ?? key)])].toSorted();
}
