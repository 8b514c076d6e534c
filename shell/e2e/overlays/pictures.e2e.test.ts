import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import type { Visit } from "../harness/open-browser.ts";
import { useSite } from "../harness/use-site.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { readPage } from "../pages/read-page.ts";
import { openListening, send, useInTurn } from "./overlay-visit.ts";

const { site, browser } = useSite("GGPPH");
const open = (): Promise<Visit> => openListening(browser(), site(), "/house-rules/");

const icons = "**/api/icons/**";
const drawn = (page: Page) => page.getByRole("dialog").locator("svg:has(circle)");

async function ask({ page }: Visit, id: string, parts: object): Promise<void> {
  await send(page, "modal:requested", { id, title: `Modal ${id}`, ...parts });
  await page.getByRole("dialog", { name: `Modal ${id}` }).waitFor();
}

async function close({ page }: Visit, id: string): Promise<void> {
  await send(page, "modal:close-requested", { id });
  await page.getByRole("dialog", { name: `Modal ${id}` }).waitFor({ state: "detached" });
}

function listIcons({ requests }: Visit): string[] {
  return requests
    .map((request) => new URL(request.url()))
    .filter(({ pathname }) => pathname.startsWith("/api/icons/"))
    .map(({ pathname, search }) => `${pathname}${search}`);
}

test("B226 B228 a modal shows the icon it names, from the server's endpoint, which is asked once", async () => {
  const visited = await open();
  await ask(visited, "first", { icon: "site:chip" });
  await drawn(visited.page).waitFor();
  expect(await drawn(visited.page).getAttribute("aria-hidden")).toBe("true");
  expect(
    await drawn(visited.page)
      .locator("> *")
      .evaluateAll((shapes) => shapes.map(({ tagName }) => tagName)),
  ).toEqual(["circle", "circle", "path"]);
  await close(visited, "first");
  await ask(visited, "second", { icon: "site:chip" });
  await drawn(visited.page).waitFor();
  expect(listIcons(visited)).toEqual(["/api/icons/site.json?icons=chip"]);
  expect(visited.messages).toEqual([]);
  expect(await visited.violations()).toEqual([]);
  await visited.close();
});

describe("an icon", () => {
  // None of these tests but the last gets the icon, which its page would not ask for again.
  const onPage = useInTurn(async () => {
    const visited = await open();
    visited.expects("failed request", /^(503|404|501) GET \/api\/icons\//);
    visited.expects("console error", /^SiteError: A modal cannot be shown; icon: /);
    return visited;
  });

  test.each([
    ["B230", 503, "asked for once more", 2],
    ["B231", 404, "not asked for again", 1],
    ["B231", 501, "not asked for again", 1],
  ] as const)(
    "B206 %s that is answered with %i is %s, and then warned about",
    async (_behaviour, status, _what, times) => {
      const visited = await onPage();
      await visited.page.route(icons, (route) => route.fulfill({ status }));
      await ask(visited, "failing", { icon: "site:chip" });
      await waitUntil(() => visited.messages.some((message) => message.startsWith("warning: The icon site:chip")), {
        what: "the warning",
      });
      expect(listIcons(visited)).toHaveLength(times);
      await visited.page.unroute(icons);
      await close(visited, "failing");
    },
  );

  test("from outside can bring nothing but shapes, and a hostile name is refused", async () => {
    const visited = await onPage();
    await visited.page.route(icons, (route) =>
      route.fulfill({
        json: { prefix: "site", icons: { chip: { body: '<image href="x" onerror="window.__pwned=1"/>' } } },
      }),
    );
    await ask(visited, "hostile", { icon: "site:chip" });
    await waitUntil(() => visited.messages.length > 0, { what: "the warning" });
    expect(visited.messages).toEqual(["warning: The icon site:chip could not be had: it is none that may be drawn"]);
    expect(await visited.page.evaluate(() => window.__pwned)).toBeUndefined();
    await send(visited.page, "modal:requested", { title: "x", icon: "../../api/visitor" });
    await waitUntil(
      async () => (await visited.page.evaluate(() => window.heard)).some((one) => one.startsWith("modal:refused")),
      { what: "the refusal" },
    );
    await visited.page.unroute(icons);
    await close(visited, "hostile");
  });

  test("B206 B227 that does not come is given up with a warning, and its modal is whole without it", async () => {
    const visited = await onPage();
    await visited.page.route(icons, () => undefined);
    await ask(visited, "late", { icon: "site:chip", text: "What matters." });
    await waitUntil(() => visited.messages.length > 0, { what: "the warning" });
    expect(visited.messages).toEqual(["warning: The icon site:chip could not be had: it did not come within 1500 ms"]);
    expect(await visited.page.getByRole("dialog").getByText("What matters.").isVisible()).toBe(true);
    expect(await drawn(visited.page).count()).toBe(0);
    await visited.page.unroute(icons);
    await close(visited, "late");
    await ask(visited, "again", { icon: "site:chip" });
    await drawn(visited.page).waitFor();
    await close(visited, "again");
  });
});

test("B207 a picture without a size gets its own; one whose size cannot be found out is 0 by 0, shown as it comes, and nothing throws", async () => {
  const visited = await open();
  const { page, messages } = visited;
  const { html } = await readPage(site(), "/about-us/");
  const src = /src="(\/_image\/[^"]+)"/.exec(html)?.[1] ?? "none";
  // A slow line: the invariants of the visit see a dialog that moves when the size arrives.
  await page.route("**/meta.json", async (route) => {
    const answer = await route.fetch();
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 700)));
    await route.fulfill({ response: answer });
  });
  await ask(visited, "measured", { image: { src, alt: "A banner" } });
  const picture = page.getByRole("dialog").getByRole("img", { name: "A banner" });
  await waitUntil(
    async () => Number(await picture.getAttribute("width")) > 0 && Number(await picture.getAttribute("height")) > 0,
    { what: "the picture's size" },
  );
  await close(visited, "measured");
  await page.unroute("**/meta.json");
  const ofClub8 = src.replace(/^\/_image\/[^/]+/, "/_image/club8");
  await page.route(`**${ofClub8}`, (route) => route.fulfill({ contentType: "image/svg+xml", body: "<svg/>" }));
  await page.route("**/_image/club8/**/meta.json", (route) => route.fulfill({ json: { width: 21, height: 8 } }));
  await ask(visited, "digit", { image: { src: ofClub8, alt: "A banner" } });
  await waitUntil(async () => (await picture.getAttribute("width")) === "21", { what: "the size from a remote club8" });
  await close(visited, "digit");
  visited.expects("failed request", /^500 GET .*\/meta\.json$/);
  await page.route("**/meta.json", (route) => route.fulfill({ status: 500 }));
  await ask(visited, "unknown", { image: { src, alt: "A banner" } });
  await waitUntil(
    () => messages.some((message) => message.startsWith(`warning: The size of ${src} could not be found out.`)),
    { what: "the warning" },
  );
  expect([await picture.getAttribute("width"), await picture.getAttribute("height")]).toEqual([null, null]);
  // As soon as it is drawn, that is.
  await picture.waitFor();
  expect(messages.filter((message) => message.startsWith("uncaught"))).toEqual([]);
  await visited.close();
});
