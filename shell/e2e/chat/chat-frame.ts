import type { FrameLocator, Page } from "playwright";

/** The inside of the simulated chat's window. */
export function findFrame(page: Page): FrameLocator {
  return page.frameLocator('iframe[title="Simulated chat"]');
}

/** Says something in the chat, as a person would. */
export async function say(page: Page, text: string): Promise<void> {
  const field = findFrame(page).getByLabel("Your message");
  await field.fill(text);
  await field.press("Enter");
}
