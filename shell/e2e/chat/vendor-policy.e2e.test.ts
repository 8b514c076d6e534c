import type { Page } from "playwright";
import { expect, test } from "vitest";
import { siteConfigs } from "../../sites/sites.ts";
import { useSite } from "../harness/use-site.ts";
import { listPages } from "../harness/site-pages.ts";
import { expectShown, footerLink, openLive, untilCore, watchTraffic } from "../releases/soft-visit.ts";

const chatPage = "/responsible-gaming/";
const chatHost = new URL(siteConfigs.GGPPH.supportChat.scriptUrl).origin;

const { site, browser } = useSite("GGPPH");

/** The header that names the hosts of a page. */
async function readHeaders(path: string): Promise<Headers> {
  return (await fetch(`${site().origin}${path}`)).headers;
}

test("B098 the chat's hosts are allowed on the page that offers the chat", async () => {
  const headers = await readHeaders(chatPage);
  const policy = headers.get("content-security-policy");
  for (const directive of ["script-src", "connect-src", "frame-src", "style-src", "img-src"]) {
    expect(
      policy
        ?.split("; ")
        .find((one) => one.startsWith(directive))
        ?.split(" "),
    ).toContain(chatHost);
  }
  expect(headers.get("content-security-policy-report-only")).toContain("require-trusted-types-for 'script'");
  expect(headers.has("integrity-policy")).toBe(false);
});

test("B098 no other page names them, and each of those requires trusted types and integrity", async () => {
  const others = (await listPages(site())).filter(({ path }) => path !== chatPage);
  expect(others.length).toBeGreaterThan(10);
  for (const { path } of [...others, { path: "/nowhere/" }]) {
    const headers = await readHeaders(path);
    expect(headers.get("content-security-policy"), path).not.toContain(chatHost);
    expect(headers.get("content-security-policy"), path).toContain("require-trusted-types-for 'script'");
    expect(headers.get("integrity-policy"), path).toContain("script");
    expect(headers.has("content-security-policy-report-only"), path).toBe(false);
  }
});

test("B110 a page without the chat does not carry its settings", async () => {
  const home = await (await fetch(`${site().origin}/`)).text();
  const { orgId, buttonId } = siteConfigs.GGPPH.supportChat;
  for (const secret of [orgId, buttonId, chatHost]) expect(home).not.toContain(secret);
  expect(await (await fetch(`${site().origin}${chatPage}`)).text()).toContain(orgId);
});

test("B098 B099 B100 G7 a page without the chat has no button for it, loads nothing of it and nothing of another host, and runs nothing of the chat's host, even when its own code asks for it; entering the page with the chat is a document load, and a script may be added from the chat's host and from no other there, though trusted types are only reported; leaving it is soft, and so is coming back", async () => {
  const visited = await openLive(browser().visit(), site(), "/contact/");
  const { page } = visited;
  expect(await page.getByRole("button", { name: "Help Chat" }).count()).toBe(0);
  await page.waitForLoadState("networkidle");
  const addresses = visited.requests.map((request) => request.url());
  expect(addresses.filter((url) => !url.startsWith(site().origin) || url.includes("/support-chat/"))).toEqual([]);
  const script = `${chatHost}/embedded/esw.js`;
  expect(await tryScripts(page, [script])).toEqual([`TypeError: ${script}`]);

  const entering = watchTraffic(visited);
  await footerLink(visited, site(), "responsible-gaming").click();
  await expectShown(visited, site(), chatPage);
  await untilCore(visited);
  expect(entering().documents).toEqual([chatPage]);
  // Hovering fetched it, and the click knew by then: nothing is fetched twice.
  expect(entering().payloads.filter((path) => path === chatPage).length).toBeLessThanOrEqual(1);

  const [own, ...others] = await tryScripts(page, [
    `${chatHost}/any/file.js`,
    "https://evil.example/x.js",
    "/api/navigations",
    "data:text/javascript,1",
    "blob:https://evil.example/1",
  ]);
  expect(own, "a script of the chat's host on the page with the chat").toBe("allowed");
  for (const outcome of others) expect(outcome, "another script on the page with the chat").toMatch(/^TypeError: /);

  const leaving = watchTraffic(visited);
  await footerLink(visited, site(), "privacy-policy").click();
  await expectShown(visited, site(), "/privacy-policy/");
  await page.evaluate(() => history.back());
  await expectShown(visited, site(), chatPage);
  await footerLink(visited, site(), "terms-conditions").click();
  await expectShown(visited, site(), "/terms-conditions/");
  await footerLink(visited, site(), "responsible-gaming").click();
  await expectShown(visited, site(), chatPage);
  expect(leaving().documents).toEqual([]);
  await visited.close();
});

/** Whether each script may be added to the page: `allowed`, or the sentence of the refusal. */
function tryScripts(page: Page, addresses: readonly string[]): Promise<string[]> {
  return page.evaluate(
    (all) =>
      all.map((address) => {
        try {
          document.createElement("script").src = address;
          return "allowed";
        } catch (error) {
          return String(error);
        }
      }),
    addresses,
  );
}
