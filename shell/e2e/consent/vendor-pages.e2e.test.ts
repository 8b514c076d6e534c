import { createHash } from "node:crypto";
import { brotliCompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { siteConfigs } from "../../sites/sites.ts";
import { hurryCore } from "../harness/hurry-core.ts";
import { type OpenBrowser, listScripts, openBrowser, toWireSize } from "../harness/open-browser.ts";
import { findSharedSite } from "../harness/shared-site.ts";
import type { SiteAddress } from "../harness/start-site.ts";
import { openLive } from "../releases/soft-visit.ts";
import { type OwnVendorSite, startVendorSite } from "./vendor-site.ts";
import { followFooter, openFrom, plainPage, untilPageEvents } from "./vendor-visit.ts";

const kilobyte = 1024;
const paths = ["/", "/contact/", "/privacy-policy/", "/responsible-gaming/", "/no-such-page/"];

/** A phone's window, which costs the browser less than a desk's. */
const viewport = { width: 390, height: 844 };

let site: OwnVendorSite;
let plain: SiteAddress;
let browser: OpenBrowser;

beforeAll(async () => {
  [site, plain, browser] = await Promise.all([startVendorSite(), findSharedSite("GGPPH"), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

const readHeaders = async (url: string): Promise<Headers> => (await fetch(url)).headers;

/** How many pages that differ in ports and versions are compressed: the size of one moves by up to 80 bytes with them. */
const likePages = 5;

/**
 * Replaces the ports of the third parties, which the machine chose, and the hashes in versions, which each build has others of, by others of the same form:
 * the same ones in each run.
 */
function vary(html: string, index: number): string {
  const found = [...new Set(html.match(replaced))];
  return html.replaceAll(replaced, (one) => {
    const hash = createHash("sha256")
      .update(`${index} ${found.indexOf(one)}`)
      .digest("hex");
    return one.length === 12 ? hash.slice(0, 12) : String(10_000 + (Number.parseInt(hash.slice(0, 8), 16) % 50_000));
  });
}

/** Ports of this machine, and hashes in versions. */
const replaced = /(?<=localhost:)\d+|(?<=1\.0\.0-)[0-9a-f]{12}/g;

/** Bytes of home, compressed as it is at the latest a moment after a release went live: the median of pages that differ in ports and versions. */
async function readHome(origin: string): Promise<number> {
  const html = await (await fetch(`${origin}/`)).text();
  const sizes = Array.from({ length: likePages }, (_page, index) => brotliCompressSync(vary(html, index)).length);
  return sizes.toSorted((one, other) => one - other)[Math.floor(likePages / 2)] ?? Number.NaN;
}

test.for(paths)(
  "B220 B224 %s names the hosts of the consent tool and the tag manager in its policy, and reports trusted types",
  async (path) => {
    const headers = await readHeaders(`${site.origin}${path}`);
    for (const directive of ["script-src", "connect-src", "style-src"]) {
      const sources = headers
        .get("content-security-policy")
        ?.split("; ")
        .find((one) => one.startsWith(directive))
        ?.split(" ");
      expect(sources, directive).toEqual(expect.arrayContaining([site.consent.origin, site.tags.origin]));
    }
    expect(headers.get("content-security-policy-report-only")).toContain("require-trusted-types-for 'script'");
  },
);

test.for(paths.filter((path) => path !== "/responsible-gaming/"))(
  "B215 B216 %s with clean names no vendor, and requires trusted types and integrity",
  async (path) => {
    const headers = await readHeaders(`${site.origin}${path}?clean=1`);
    expect(headers.get("content-security-policy")).not.toContain("localhost");
    expect(headers.get("content-security-policy")).toContain("require-trusted-types-for 'script'");
    expect(headers.get("integrity-policy")).toContain("script");
    expect(headers.has("content-security-policy-report-only")).toBe(false);
  },
);

test("B215 a page with clean names the help chat's hosts where it is offered, and no others", async () => {
  const policy = (await readHeaders(`${site.origin}/responsible-gaming/?clean`)).get("content-security-policy");
  expect(policy).toContain(new URL(siteConfigs.GGPPH.supportChat.scriptUrl).origin);
  expect(policy).not.toContain("localhost");
});

test("B220 in Ontario, where its law does not apply, no page names the consent tool", async () => {
  const response = await fetch(`${site.origin}/`, {
    headers: { "user-agent": "Mozilla/5.0 Chrome/156", "cf-ipcountry": "CA", "cf-region-code": "ON" },
  });
  expect(response.headers.get("content-security-policy")).toContain(site.tags.origin);
  expect(response.headers.get("content-security-policy")).not.toContain(site.consent.origin);
});

test.for(paths)("a site without these third parties carries nothing of them: %s", async (path) => {
  const response = await fetch(`${plain.origin}${path}`);
  const html = await response.text();
  expect(html).not.toMatch(/"head\.js":|\/head\.js|"heads"|"consent"|"analytics"/);
  if (path !== "/responsible-gaming/") expect(html).not.toContain("data-hosts=");
});

test("G7 our own scripts of a page without input are the core and the head script, at most 23 KB, and none of them before the page is there; a script may be added from the hosts of the two, and from no other", async () => {
  const visit = await openFrom(browser, site, "PH", "/", { viewport });
  await untilPageEvents(visit, 1);
  await visit.page.waitForLoadState("networkidle");
  const own = listScripts(visit.requests).filter((request) => request.url().startsWith(site.origin));
  expect(own.map((request) => request.url().split("/").at(-1))).toEqual(["core.js", "head.js"]);
  const sizes = await Promise.all(own.map(toWireSize));
  console.log(`the core and the head script: ${sizes.join(" + ")} bytes`);
  expect(sizes[1]).toBeLessThanOrEqual(3 * kilobyte);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(23 * kilobyte);
  const outcomes = await visit.page.evaluate(
    (addresses) =>
      addresses.map((address) => {
        try {
          document.createElement("script").src = address;
          return "allowed";
        } catch (error) {
          return String(error);
        }
      }),
    [
      `${site.tags.origin}/more.js?id=1`,
      `${site.consent.origin}/more.js`,
      "https://evil.example/x.js",
      "/api/navigations",
      "data:text/javascript,1",
    ],
  );
  expect(outcomes.slice(0, 2)).toEqual(["allowed", "allowed"]);
  for (const outcome of outcomes.slice(2)) expect(outcome).toMatch(/^TypeError: /);
  await visit.close();
});

test("home stays within its 24 KB with both third parties, which cost it at most 300 bytes", async () => {
  const [withVendors, without] = [await readHome(site.origin), await readHome(plain.origin)];
  console.log(`home: ${withVendors} bytes with both third parties, ${without} without`);
  expect(withVendors).toBeGreaterThan(without);
  expect(withVendors - without).toBeLessThanOrEqual(300);
  expect(withVendors).toBeLessThanOrEqual(24 * kilobyte);
});

test("entering and leaving the page with the help chat is as it is without these third parties: out is soft", async () => {
  const visited = await openLive(
    browser.visit({ viewport }),
    { ...plain, origin: site.origin, prefix: "" },
    "/responsible-gaming/",
  );
  await followFooter(visited, "/contact/");
  expect(visited.requests.filter((request) => request.isNavigationRequest())).toHaveLength(1);
  await visited.close();
});

test("G1 a head script whose bytes are not those of the release does not run; the page does, and says which remote failed", async () => {
  const visit = await browser.visit({ viewport });
  visit.expects(
    "console error",
    /Failed to find a valid digest in the 'integrity' attribute for resource .*\/head\.js/,
  );
  await visit.page.route("**/head.js", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${await response.text()};window.__pwned=1` });
  });
  await visit.page.goto(`${site.origin}${plainPage}`);
  await hurryCore(visit.page);
  await visit.page.waitForFunction(() => window.recorded.events.some(({ name }) => name === "remote:failed"));
  expect((await visit.events()).filter(({ name }) => name === "remote:failed")).toEqual([
    {
      name: "remote:failed",
      detail: {
        remote: "compliance",
        version: expect.stringContaining("1.0.0-"),
        phase: "load",
        reason: expect.stringContaining("/head.js"),
      },
    },
  ]);
  expect(await visit.page.evaluate(() => window.__pwned)).toBeUndefined();
  await followFooter(visit, "/contact/");
  await visit.close();
});
