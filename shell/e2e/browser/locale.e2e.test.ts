import { type BrowserContextOptions, type Cookie, devices } from "playwright";
import { expect, test } from "vitest";
import type { Visit } from "../harness/open-browser.ts";
import { useSite } from "../harness/use-site.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { untilCore } from "../releases/soft-visit.ts";

const { site, browser } = useSite("GGPBR");
/** The whole browser, which has a page of its own for an address that cannot be loaded. */
const whole = useSite("GGPBR", { isShellEnough: false });

/** A person, whose languages count: a browser without a head is taken for a crawler. */
const english = { ...devices["Desktop Chrome"], locale: "en-US" };

async function visit(path: string, options?: BrowserContextOptions, { browser: open } = { browser }): Promise<Visit> {
  const visited = await open().visit(options);
  // These tests do not wait for artwork that is drawn for the first time.
  await visited.page.goto(`${site().origin}${path}`, { waitUntil: "domcontentloaded" });
  return visited;
}

async function readCookie({ page }: Visit): Promise<Cookie | undefined> {
  return (await page.context().cookies()).find(({ name }) => name === "locale");
}

test("B032 B181 the first visit leads to the browser's language and remembers it for 365 days; the next follows the cookie", async () => {
  const visited = await visit("/", english);
  expect(visited.page.url()).toBe(`${site().origin}/en/`);
  const cookie = await readCookie(visited);
  expect(cookie?.value).toBe("en");
  const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400;
  expect(days).toBeGreaterThan(364.9);
  expect(days).toBeLessThanOrEqual(365);
  await visited.page.context().addCookies([{ name: "locale", value: "pt-br", url: site().origin }]);
  await visited.page.goto(`${site().origin}/`, { waitUntil: "domcontentloaded" });
  expect(visited.page.url()).toBe(`${site().origin}/pt-br/`);
  await visited.close();
});

test("B177 B178 B179 switching the language leads to the same page in it, remembers it, and brings its messages and no other's", async () => {
  const visited = await visit("/pt-br/house-rules/", { locale: "pt-BR" });
  const { page, requests, messages } = visited;
  await untilCore(visited);
  await page.locator("footer a[data-locale=en]").click();
  await page.waitForURL(`${site().origin}/en/house-rules/`);
  await untilCore(visited);
  expect(await page.locator("html").getAttribute("lang")).toBe("en");
  expect(await readCookie(visited)).toMatchObject({ value: "en", sameSite: "Lax", secure: true, path: "/" });
  const from = requests.length;
  await page.locator("header nav button[popovertarget]").first().click();
  await page.locator('[data-island="navigation/header"][data-live]').waitFor({ state: "attached" });
  const fetched = requests
    .slice(from)
    .map((request) => new URL(request.url()).pathname)
    .filter((path) => path.includes("/messages-"));
  expect(
    fetched
      .filter((path) => path.includes("/navigation/"))
      .map((path) => path.replace(/.*\/(messages-[a-z-]+)\..*/, "$1")),
  ).toEqual(["messages-en"]);
  await page.goto(`${site().origin}/`, { waitUntil: "domcontentloaded" });
  expect(page.url()).toBe(`${site().origin}/en/`);
  expect(messages).toEqual([]);
  await visited.close();
});

test("B177 B178 a switch before any script was there is remembered, and so is one without connection: its page and the page one step back are documents in their own language", async () => {
  const visited = await visit("/pt-br/house-rules/", { locale: "pt-BR" }, whole);
  const { page } = visited;
  await page.evaluate(() => document.querySelector<HTMLElement>("footer a[data-locale=en]")?.click());
  await page.waitForURL(`${site().origin}/en/house-rules/`);
  await untilCore(visited);
  await waitUntil(async () => (await readCookie(visited))?.value === "en", { what: "the switch to be remembered" });

  visited.permits("failed request", /^net::ERR_(INTERNET_DISCONNECTED|ABORTED) /);
  await page.context().setOffline(true);
  await page.locator("footer a[data-locale=pt-br]").click();
  await page.locator("#offline").waitFor();
  expect((await readCookie(visited))?.value).toBe("pt-br");
  await page.context().setOffline(false);
  const heading = page.locator("main > h1");
  await page.locator("html[lang=pt-BR]").waitFor();
  expect(await heading.textContent()).toBe("Regras da casa");
  await untilCore(visited);
  await page.evaluate(() => history.back());
  await page.waitForURL(`${site().origin}/en/house-rules/`);
  await waitUntil(async () => (await heading.textContent().catch(() => "")) === "House Rules", {
    what: "the page before",
  });
  expect(await page.locator("html").getAttribute("lang")).toBe("en");
  await visited.close();
});

test("B180 a cookie of no locale of the site, of garbage or of markup is ignored: pages are whole, and the root leads to the browser's language", async () => {
  const visited = await browser().visit(english);
  const { page } = visited;
  for (const value of ["xx", "%7B".repeat(1300), "%3Cscript%3E"]) {
    await page.context().addCookies([{ name: "locale", value, url: site().origin }]);
    await page.goto(`${site().origin}/`, { waitUntil: "domcontentloaded" });
    expect(page.url()).toBe(`${site().origin}/en/`);
    expect(await page.locator("header nav").first().isVisible()).toBe(true);
    expect(await readCookie(visited)).toMatchObject({ value: "en" });
  }
  await visited.close();
});

test("B183 a language that does not come is logged, its region stays in it, and is hydrated when it does", async () => {
  const visited = await browser().visit({ locale: "pt-BR" });
  const { page, messages, events } = visited;
  visited.expects("failed request", /_FAILED GET .*\/messages-pt-br\./);
  visited.expects("console error", /^The messages in pt-br could not be loaded/);
  const language = "**/navigation/**/messages-pt-br.*";
  await page.route(language, (route) => route.abort());
  await page.goto(`${site().origin}/pt-br/house-rules/`);
  await untilCore(visited);
  const header = page.locator('[data-island="navigation/header"]');
  const words = await header.textContent();
  const button = page.locator("header nav button[popovertarget]").first();
  await button.click();
  await waitUntil(async () => (await events()).some(({ name }) => name === "remote:failed"), { what: "remote:failed" });
  expect(messages.some((message) => message.startsWith("error: The messages in pt-br could not be loaded."))).toBe(
    true,
  );
  expect(messages.filter((message) => message.startsWith("uncaught"))).toEqual([]);
  expect(await header.textContent()).toBe(words);
  await page.unroute(language);
  await page.keyboard.press("Escape");
  await button.click();
  await page.locator('[data-island="navigation/header"][data-live]').waitFor({ state: "attached" });
  expect(await header.textContent()).toBe(words);
  await visited.close();
});
