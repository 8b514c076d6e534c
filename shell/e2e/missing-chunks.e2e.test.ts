// A file of the shell's own code that is fetched only when it is needed may not come. That is caught and logged once, and
// what the visitor wanted still happens, by a document load where it was a page. Nothing uncaught is an invariant of every visit.
import type { Page } from "playwright";
import { expect, test } from "vitest";
import type { Visit } from "./harness/open-browser.ts";
import { useArrivals } from "./harness/use-arrivals.ts";
import { useSite } from "./harness/use-site.ts";
import { waitUntil } from "./harness/wait-until.ts";
import { send } from "./overlays/overlay-visit.ts";
import { expectShown, footerLink, untilCore, watchTraffic } from "./releases/soft-visit.ts";

const { site, visit } = useSite("GGPPH");

/** A phone's window, which costs the browser less than a desk's. */
const viewport = { width: 390, height: 844 };
const arrive = useArrivals(site, () => visit({ viewport }));

/** Opens a page with its core. @param prepare changes what the page is answered */
async function open(path: string, prepare: (page: Page) => Promise<unknown>): Promise<Visit> {
  const visited = await arrive(path, { viewport, prepare });
  await untilCore(visited);
  return visited;
}

/** Opens a page on which a chunk of the shell does not come, which has to be wanted and logged. */
async function openWithout(chunk: string, path: string): Promise<Visit> {
  const visited = await open(path, (page) =>
    page.route(new RegExp(`/_release/shell/.*/${chunk}\\.js$`), (route) => route.abort()),
  );
  visited.expects("failed request", new RegExp(`_FAILED GET .*/${chunk}\\.js$`));
  return visited;
}

async function untilLogged({ messages, expects }: Visit, chunk: string): Promise<void> {
  const error = `ChunkLoadError: Loading chunk ${chunk} failed`;
  expects("console error", new RegExp(`^${error}`));
  await waitUntil(() => messages.some((message) => message.startsWith(`error: ${error}`)), { what: "the error" });
  expect(messages.filter((message) => message.includes("Loading chunk"))).toHaveLength(1);
}

test("B290 a remote's navigation to a page of the site works when the code that checks it does not load", async () => {
  const visited = await openWithout("overlays", "/house-rules/");
  await send(visited.page, "navigation:requested", { to: "/contact/?from=toast" });
  await expectShown(visited, site(), "/contact/");
  expect(new URL(visited.page.url()).search).toBe("?from=toast");
  await untilLogged(visited, "overlays");
});

test("B205 without the code that checks it, a requested navigation to another site, to a script or to no address is not followed, and the page stays", async () => {
  for (const [to, external] of [
    ["https://elsewhere.example/", true],
    ["//elsewhere.example/", false],
    ["javascript:window.__pwned=1", false],
    ["http://", false],
    [undefined, false],
  ] as const) {
    // A document of its own each time, which asks for the code anew.
    const visited = await openWithout("overlays", "/house-rules/");
    const traffic = watchTraffic(visited);
    await send(visited.page, "navigation:requested", { to, external });
    await untilLogged(visited, "overlays");
    await expectShown(visited, site(), "/house-rules/");
    expect(traffic().documents, `documents for ${to}`).toEqual([]);
    expect(await visited.page.evaluate(() => window.__pwned), `what ${to} ran`).toBeUndefined();
  }
});

test("B132 a remote that asks for the device, whose code does not come, costs the page nothing", async () => {
  const visited = await openWithout("device", "/contact/");
  await send(visited.page, "device:requested", {});
  await untilLogged(visited, "device");
  await footerLink(visited, site(), "privacy-policy").dispatchEvent("click");
  await expectShown(visited, site(), "/privacy-policy/");
});

test("B132 a server that does not say which device it sees is logged, and costs the page nothing", async () => {
  const visited = await open("/contact/", (page) =>
    page.route("**/api/device", (route) => route.fulfill({ status: 503 })),
  );
  visited.expects("failed request", /^503 GET \/api\/device$/);
  visited.expects("console error", /^SiteError: .*\/api\/device/);
  await send(visited.page, "device:requested", {});
  await waitUntil(() => visited.messages.some((message) => message.startsWith("error: SiteError")), {
    what: "the error",
  });
});

test("B189 a page whose payload fails, while the code of the error page does not come either, is loaded as a document", async () => {
  const visited = await openWithout("modals", "/contact/");
  visited.expects("failed request", /^503 GET .*\/_payload\.json/);
  await visited.page.route("**/privacy-policy/_payload.json*", (route) => route.fulfill({ status: 503 }));
  const traffic = watchTraffic(visited);
  await footerLink(visited, site(), "privacy-policy").dispatchEvent("click");
  await visited.page.waitForURL("**/privacy-policy/");
  expect(traffic().documents).toEqual(["/privacy-policy/"]);
});
