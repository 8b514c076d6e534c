import type { Route } from "playwright";
import { describe, expect, test } from "vitest";
import { siteConfigs } from "../../sites/sites.ts";
import { toErrorId } from "../../src/layout/error-id.ts";
import { useSite } from "../harness/use-site.ts";
import { sampledCases } from "../harness/sampled.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { fetchPage } from "../releases/answers.ts";
import { expectShown, footerLink, openLive, untilCore, watchTraffic } from "../releases/soft-visit.ts";

const payloads = "**/privacy-policy/_payload.json?*";
const errorTitle = "Error : 500 Unexpected Error";

const answerBusy = (route: Route) =>
  route.fulfill({ status: 503, contentType: "application/problem+json", body: "{}" });

const { site, browser } = useSite("GGPPH");

/** Runs in the page: notes that its next page failed a moment ago, so that a failure would be the error page. */
function noteFailure(): void {
  sessionStorage.setItem("reloaded:/privacy-policy/", String(Date.now()));
}

test("B189 B190 B202 B305 a page that cannot be had is loaded as a document once; failing again within ten seconds it is the error page with a plain link and a code; from there a visitor navigates on, and back to it by history, without a document load", async () => {
  const visited = await openLive(browser().visit(), site(), "/contact/");
  visited.expects("console error", /answered 503/);
  const { page, violations, close } = visited;
  visited.expects("failed request", /^503 GET .*_payload\.json/);
  await page.route(payloads, answerBusy);
  const traffic = watchTraffic(visited);
  await footerLink(visited, site(), "privacy-policy").click();
  await expectShown(visited, site(), "/privacy-policy/");
  await page.waitForLoadState("load");
  await untilCore(visited);
  await footerLink(visited, site(), "contact").click();
  await expectShown(visited, site(), "/contact/");
  expect(traffic().documents).toEqual(["/privacy-policy/"]);

  await footerLink(visited, site(), "privacy-policy").click();
  await waitUntil(async () => (await page.title()) === errorTitle, { what: "the error page" });
  expect(traffic().documents).toEqual(["/privacy-policy/"]);
  expect(new URL(page.url()).pathname).toBe("/privacy-policy/");
  expect(await page.locator("main > h1").textContent()).toBe(errorTitle);
  expect(await page.evaluate(() => document.activeElement?.matches("main > h1"))).toBe(true);
  expect(await page.locator("header").isVisible()).toBe(true);
  // B201 B286: the page that the browser draws has the status number and the address of support.
  const main = page.locator("main");
  expect(await main.getByText("500", { exact: true }).isVisible()).toBe(true);
  const { email } = siteConfigs.GGPPH.contacts.support;
  expect(await main.getByRole("link", { name: email }).getAttribute("href")).toBe(`mailto:${email}`);
  const { set } = await fetchPage(site(), "/contact/");
  const code = toErrorId(`shell@${set.packages["shell"]?.version}`, "page");
  expect(await main.getByText(`Error code: ${code}`, { exact: true }).isVisible()).toBe(true);

  await footerLink(visited, site(), "house-rules").click();
  await expectShown(visited, site(), "/house-rules/");
  await page.evaluate(() => history.back());
  await waitUntil(async () => (await page.title()) === errorTitle, { what: "the error page again" });
  expect(traffic().documents, "from the error page and back to it").toEqual(["/privacy-policy/"]);

  await main.getByRole("link", { name: "Try again" }).click();
  await expectShown(visited, site(), "/privacy-policy/");
  expect(traffic().documents).toEqual(["/privacy-policy/", "/privacy-policy/"]);
  expect(await violations()).toEqual([]);
  await close();
});

test("B189 the document load keeps the state: how the site is shown, the way back, and where each page was scrolled to", async () => {
  const visited = await openLive(browser().visit(), site(), "/house-rules/?embedded=logo");
  const { page, close } = visited;
  visited.expects("failed request", /_FAILED GET .*_payload\.json/);
  await page.route(payloads, (route) => route.abort());
  const entries = await page.evaluate(() => history.length);
  await page.evaluate(() => {
    scrollTo({ top: 700, behavior: "instant" });
    document.querySelector<HTMLElement>("footer a[href='/privacy-policy/']")?.click();
  });
  await page.waitForURL("**/privacy-policy/?embedded=logo");
  expect(await page.evaluate(() => [document.body.className, history.length])).toEqual([
    "client-nav-logo",
    entries + 1,
  ]);
  await untilCore(visited);
  await page.evaluate(() => history.back());
  await page.waitForURL("**/house-rules/?embedded=logo");
  await waitUntil(async () => (await page.evaluate(() => scrollY)) === 700, { what: "the place the page was left at" });
  expect(await page.evaluate(() => document.body.className)).toBe("client-nav-logo");
  await close();
});

test("B190 a page of another format is loaded as a document every time: that is no failure", async () => {
  const visited = await openLive(browser().visit(), site(), "/contact/");
  const { page, close } = visited;
  await page.route(payloads, async (route) => {
    const response = await route.fetch();
    const payload: object = await response.json();
    await route.fulfill({ response, json: { ...payload, format: 0 } });
  });
  const traffic = watchTraffic(visited);
  await page.evaluate(noteFailure);
  await footerLink(visited, site(), "privacy-policy").click();
  await expectShown(visited, site(), "/privacy-policy/");
  await page.waitForLoadState("load");
  expect(traffic().documents).toEqual(["/privacy-policy/"]);
  await close();
});

test("B189 a page whose data a content blocker refuses, as it does by a word in its address, is loaded as a document every time", async () => {
  const visited = await openLive(browser().visit(), site(), "/contact/");
  const { page, close } = visited;
  visited.expects("failed request", /_BLOCKED_BY_CLIENT.* GET .*_payload\.json/);
  await page.route(payloads, (route) => route.abort("blockedbyclient"));
  const traffic = watchTraffic(visited);
  await page.evaluate(noteFailure);
  await footerLink(visited, site(), "privacy-policy").click();
  await expectShown(visited, site(), "/privacy-policy/");
  await untilCore(visited);
  expect(traffic().documents).toEqual(["/privacy-policy/"]);
  await footerLink(visited, site(), "contact").click();
  await expectShown(visited, site(), "/contact/");
  await page.evaluate(() => history.back());
  await expectShown(visited, site(), "/privacy-policy/");
  expect(traffic().documents).toEqual(["/privacy-policy/", "/privacy-policy/"]);
  await close();
});

test("B022 back at an address that begins with two slashes, the browser asks this site for the page, and no host of that name", async () => {
  const visited = await openLive(browser().visit(), site(), "//elsewhere.example/");
  const { page, requests, close } = visited;
  visited.expects("failed request", /^404 GET .*elsewhere/);
  for (let times = 0; times < 2; times += 1) {
    await footerLink(visited, site(), "contact").click();
    await expectShown(visited, site(), "/contact/");
    await page.evaluate(() => history.back());
    await waitUntil(async () => /^Error : \d+/.test(await page.title()), { what: "the error page" });
    expect(await page.title()).toMatch(/^Error : 404/);
    await untilCore(visited);
  }
  expect(requests.map((request) => new URL(request.url()).host)).not.toContain("elsewhere.example");
  await close();
});

test("B208 a slot that cannot be mounted is logged and thrown again; it keeps the server's HTML, and the rest of the page lives", async () => {
  const visited = await browser().visit();
  const { page, messages, close } = visited;
  await page.addInitScript(() => {
    const find = Element.prototype.querySelectorAll;
    Element.prototype.querySelectorAll = function (selectors: string) {
      if (this.id !== "single-spa-application:navigation/footer") return find.call(this, selectors);
      // Once: what single-spa does after the failed mount must not fail too.
      Element.prototype.querySelectorAll = find;
      throw new Error("broken footer");
    };
  });
  visited.expects("console error", /^navigation\/footer could not be mounted Error: broken footer/);
  visited.expects("uncaught error", /broken footer$/);
  await openLive(Promise.resolve(visited), site(), "/contact/");
  await waitUntil(
    () => messages.some((message) => message.startsWith("uncaught") && message.includes("broken footer")),
    { what: "the error thrown again" },
  );
  expect(messages.some((message) => message.startsWith("error: navigation/footer could not be mounted"))).toBe(true);
  expect(await footerLink(visited, site(), "responsible-gaming").isVisible()).toBe(true);
  await page.locator("header nav button[popovertarget]").first().click();
  await page.locator('[data-island="navigation/header"][data-live]').waitFor({ state: "attached" });
  await close();
});

test("B208 a page with a slot that cannot be filled after a soft navigation is loaded as a document, which has it", async () => {
  const visited = await browser().visit();
  const { page, messages, close } = visited;
  visited.permits("console error", /could not be mounted Error: broken slot/);
  visited.expects("uncaught error", /broken slot$/);
  // Until the document comes.
  visited.permits("content", /^main has \d+ of \d+ characters left$/);
  for (const application of sampledCases(1, ["compliance/page", "navigation/footer"])) {
    await openLive(Promise.resolve(visited), site(), "/contact/");
    await page.evaluate((name) => {
      const find = Element.prototype.querySelectorAll;
      Element.prototype.querySelectorAll = function (selectors: string) {
        if (this.id === `single-spa-application:${name}`) throw new Error("broken slot");
        return find.call(this, selectors);
      };
    }, application);
    const traffic = watchTraffic(visited);
    messages.length = 0;
    const loaded = page.waitForEvent("load").catch(() => undefined);
    await footerLink(visited, site(), "privacy-policy").click();
    expect(await loaded, `a document in place of the page without ${application}`).toBeDefined();
    expect(messages, application).toContainEqual(expect.stringMatching(/^uncaught: .*broken slot$/));
    await untilCore(visited);
    await expectShown(visited, site(), "/privacy-policy/");
    expect(traffic().documents, application).toEqual(["/privacy-policy/"]);
    expect(await page.locator("main h2").count(), application).toBeGreaterThan(3);
    // The next page would be loaded as a document once more within ten seconds.
    await page.evaluate(() => sessionStorage.clear());
  }
  await close();
});

describe("in another language", () => {
  const brazil = useSite("GGPBR");

  test("B288 the page that cannot be had says so in the language of the page before", async () => {
    const visited = await openLive(brazil.visit(), brazil.site(), "/contact/");
    const { page, expects, close } = visited;
    expects("console error", /answered 503/);
    expects("failed request", /^503 GET .*_payload\.json/);
    await page.route(payloads, answerBusy);
    // It was loaded as a document a moment ago.
    const path = `${brazil.site().prefix}/privacy-policy/`;
    await page.evaluate((name) => sessionStorage.setItem(name, String(Date.now())), `reloaded:${path}`);
    await footerLink(visited, brazil.site(), "privacy-policy").click();
    await waitUntil(async () => (await page.title()) === "Erro : 500 Erro inesperado", { what: "the error page" });
    const main = page.locator("main");
    expect(await main.locator("h1").textContent()).toBe("Erro : 500 Erro inesperado");
    expect(await main.locator("a.button").allTextContents()).toEqual(["Tentar de novo", "Voltar"]);
    expect(await main.locator("[lang]").count()).toBe(0);
    await close();
  });
});
