// What stands on an error page, with JavaScript and without.
import type { Page } from "playwright";
import { expect } from "vitest";
import { siteConfigs } from "../../sites/sites.ts";
import type { Visit } from "../harness/open-browser.ts";

/** A visit with the status of the document that it began with. */
export interface ErrorVisit extends Visit {
  status: number | undefined;
}

/** Checks the page for a visitor whom the operator denies. */
export async function expectDenied({ page, status, messages }: ErrorVisit): Promise<void> {
  expect(status).toBe(403);
  expect(await page.title()).toMatch(/^Oops! Access Denied :\(/);
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Oops! Access Denied :(");
  const main = page.getByRole("main");
  expect(await main.getByText("Our product is not available in your current location.").isVisible()).toBe(true);
  expect(await main.getByRole("img", { name: /closed poker table/ }).isVisible()).toBe(true);
  const links = await main.getByRole("link").evaluateAll((all) => all.map((one) => one.getAttribute("href")));
  expect([links, await main.getByRole("button").count()]).toEqual([
    [`mailto:${siteConfigs.GGPPH.contacts.support.email}`],
    0,
  ]);
  // Chromium's own remark is about the status, which is right.
  expect(messages.filter((message) => !message.includes("403 (Forbidden)"))).toEqual([]);
}

/** Checks the page for a fault of the server. */
export async function expectFault({ page, status }: ErrorVisit): Promise<void> {
  expect(status).toBe(500);
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Error : 500 Unexpected Error");
  const main = page.getByRole("main");
  expect(await main.getByText("500", { exact: true }).isVisible()).toBe(true);
  expect(await main.getByText(/issues are being fixed shortly/).isVisible()).toBe(true);
  expect(
    await main.getByText("Unexpected error. Please contact customer service for further assistance.").isVisible(),
  ).toBe(true);
  expect(await page.content()).not.toContain("An unforeseen fault");
  expect(await main.getByText(/^Error code: [0-9a-f]{12}$/).isVisible()).toBe(true);
}

/** Checks that the page shows the minimum age and the way to help. */
export async function expectWayToHelp(page: Page): Promise<void> {
  const footer = page.getByRole("contentinfo");
  expect(await footer.getByRole("link", { name: "Responsible Gaming" }).first().isVisible()).toBe(true);
  expect(await footer.getByText("21+").first().isVisible()).toBe(true);
}

/** Checks that the way to customer support stands in the middle. */
export async function expectSupportCentred(page: Page): Promise<void> {
  const main = page.getByRole("main");
  const button = await main.locator("a.button").first().evaluate(centre);
  const address = await main.locator("a[href^='mailto:']").evaluate(centre);
  expect(address).toBe(button);
}

/** Pixels from the start of the window to the middle of an element. */
const centre = (element: Element): number => {
  const { left, width } = element.getBoundingClientRect();
  return left + width / 2;
};
