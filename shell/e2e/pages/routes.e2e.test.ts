import { expect, test } from "vitest";
import { describeSites } from "../harness/describe-sites.ts";
import { untilCore } from "../releases/soft-visit.ts";
import { type ReadPage, readPage } from "./read-page.ts";

/** The routes by the behaviour that asks for each, with their layout (B017). */
const routes: readonly [behaviour: string, path: string, layout: string][] = [
  ["B001", "/", "default"],
  ["B002", "/about-us/", "contents-banner"],
  ["B003", "/affiliate-program/", "contents-banner"],
  ["B004", "/channeling-solution/", "contents-banner"],
  ["B005", "/contact/", "contents-banner"],
  ["B006", "/cookie-policy/", "default"],
  ["B007", "/download/", "default"],
  ["B008", "/house-rules/", "default"],
  ["B009", "/payment-details-policy/", "default"],
  ["B010", "/privacy-policy/", "default"],
  ["B011", "/responsible-gaming/", "default"],
  ["B012", "/streamer-mode/", "contents"],
  ["B013", "/terms-conditions/", "default"],
  ["B014", "/withdrawal-policy/", "default"],
  ["B018", "/poker-school/", "contents"],
  ["B019", "/ggteam/", "contents"],
];

describeSites(({ site, visit }) => {
  const pages = new Map<string, Promise<ReadPage>>();
  /** A page of the site, which is requested once. */
  const read = (path: string): Promise<ReadPage> => {
    const page = pages.get(path) ?? readPage(site(), `${site().prefix}${path}`);
    pages.set(path, page);
    return page;
  };
  const ask = (path: string) => fetch(`${site().origin}${site().prefix}${path}`, { redirect: "manual" });

  test.each(routes)("%s B017 B029 %s answers 200 in the layout %s", async (_behaviour, path, layout) => {
    const { status, html, text } = await read(path);
    expect(status).toBe(200);
    expect(html).toContain(`data-layout="${layout}"`);
    expect(html.match(/<h1\b/g)).toHaveLength(1);
    expect(text.length).toBeGreaterThan(600);
  });

  test.each(routes)("%s B015 no parameter changes which page %s is", async (_behaviour, path) => {
    const [plain, asked] = [
      await read(path),
      await read(`${path}?page=/contact/&auto=1&embedded=all&lighthouse&clean&slug=x`),
    ];
    expect(asked.html).toBe(plain.html);
  });

  test.each(routes.filter(([, path]) => path !== "/"))(
    "%s B016 %s without its last slash leads there in one step, query kept",
    async (_behaviour, path) => {
      const response = await ask(`${path.slice(0, -1)}?a=1&b=%20c`);
      expect([301, 308]).toContain(response.status);
      expect(response.headers.get("location")).toBe(`${site().prefix}${path}?a=1&b=%20c`);
    },
  );

  test("B030 every page is in the site's language and locale", async () => {
    for (const [, path] of routes) expect((await read(path)).html, path).toMatch(/<html lang="en(-PH)?"/);
  });

  test("B027 only the root is home", async () => {
    for (const [, path] of routes) expect((await read(path)).html.includes('"name":"index"'), path).toBe(path === "/");
  });

  test.each(["/network/", "/network/random-number-generator/"])("B021 %s is not of this application", async (path) => {
    expect((await ask(path)).status).toBe(404);
  });

  test("B021 a link to /network/ is a document load, never a soft navigation", async () => {
    const visited = await visit();
    visited.expects("failed request", /^404 GET \/network\//);
    const { page, requests, close } = visited;
    await page.goto(`${site().origin}${site().prefix}/contact/`);
    await untilCore(visited);
    const link = page.getByRole("contentinfo").locator('a[href^="/network/"]').first();
    // Where it opens is not what is asked here.
    await link.evaluate((anchor) => anchor.removeAttribute("target"));
    const path = await link.getAttribute("href");
    await Promise.all([page.waitForURL(`${site().origin}${path}`), link.click()]);
    const asked = requests.filter((request) => new URL(request.url()).pathname.startsWith("/network/"));
    expect(asked.map((request) => request.resourceType())).toEqual(["document"]);
    await close();
  });

  test("B011 B025 only responsible gaming has the help chat", async () => {
    for (const [, path] of routes)
      expect((await read(path)).html.includes('data-slot="support-chat/launcher"'), path).toBe(
        path === "/responsible-gaming/",
      );
  });
});
