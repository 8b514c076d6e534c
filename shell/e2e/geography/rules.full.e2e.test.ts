import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { GeoRules } from "@site/contracts/visitor/country-rule";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { toGeoDatabase } from "../../src/server/testing/fixture-geo-database.ts";
import { hurryCore } from "../harness/hurry-core.ts";
import { openBrowser } from "../harness/open-browser.ts";
import { type RunningSite, startSite } from "../harness/start-site.ts";
import { useArrivals } from "../harness/use-arrivals.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { untilCore } from "../releases/soft-visit.ts";
import { from, personAgent, rules, startPlacedSite, visitFrom, writeRules } from "./placed-site.ts";
import { sampledCases } from "../harness/sampled.ts";

const phone = { width: 390, height: 844 };

const person = { "user-agent": personAgent };

/** The header of a visitor at an address, as a trusted proxy writes it. */
const at = (address: string): Record<string, string> => ({ "x-forwarded-for": address });

async function ask(site: RunningSite, path: string, headers: Record<string, string>) {
  const response = await fetch(`${site.origin}${path}`, { headers: { ...person, ...headers }, redirect: "manual" });
  return { status: response.status, cache: response.headers.get("cache-control"), body: await response.text() };
}

async function readRule(site: RunningSite, headers: Record<string, string>): Promise<unknown> {
  const { rule } = JSON.parse((await ask(site, "/api/visitor", headers)).body);
  return rule;
}

/** Puts rules in place and waits until they are in force, by a country of their own. */
async function replaceRules(site: RunningSite, next: GeoRules): Promise<void> {
  const probe = (await readRule(site, from("ZA"))) === "blocked" ? "WARNING" : "BLOCKED";
  await writeRules(
    site.storeDir,
    site.id,
    JSON.stringify({ ...next, rules: { ...next.rules, ZA: { ruleType: probe } } }),
  );
  await waitUntil(async () => (await readRule(site, from("ZA"))) === probe.toLowerCase(), { what: "the new rules" });
}

const countRefusals = (site: RunningSite): number =>
  site.log().filter(({ document }) => document === "geo-rules").length;

let site: RunningSite;
/** The file of the geography database, which counts where no edge says where a visitor is. */
let places = "";
beforeAll(async () => {
  places = join(await mkdtemp(join(tmpdir(), "site-places-")), "places.mmdb");
  await writeFile(
    places,
    toGeoDatabase([
      { network: "81.0.0.0/8", country: "US" },
      { network: "99.7.0.0/16", country: "CA", region: "ON" },
    ]),
  );
  site = await startPlacedSite("GGPPH", { GEO_DATABASE: places });
});
afterAll(async () => {
  await site?.stop();
  await rm(dirname(places), { recursive: true, force: true });
});
beforeEach(() => replaceRules(site, rules));

describe("the rules of an operator", () => {
  const browser = openBrowser();
  const arrive = useArrivals(
    () => site,
    () => visitFrom(browser, undefined),
  );
  afterAll(() => browser.close());

  test("B133 count for the next request after they are replaced, with no restart", async () => {
    expect([await readRule(site, from("US")), await readRule(site, from("FR"))]).toEqual(["blocked", "none"]);
    await replaceRules(site, { rules: { FR: { ruleType: "BLOCKED" } } });
    expect([await readRule(site, from("US")), await readRule(site, from("FR"))]).toEqual(["none", "blocked"]);
    expect((await ask(site, "/download/installer/windows", from("FR"))).status).toBe(403);
    expect((await ask(site, "/download/installer/windows", from("US"))).status).toBe(302);
  });

  test.for(
    sampledCases(4, [
      ["half-written", JSON.stringify(rules).slice(0, 40)],
      ["of an unknown rule", JSON.stringify({ rules: { US: { ruleType: "ALLOWED" } } })],
      ["of an unknown country", JSON.stringify({ rules: { Ontario: { ruleType: "WARNING" } } })],
      ["of the whole internet, mistyped", JSON.stringify({ rules: {}, whitelist: ["0.0.0.0/0 "] })],
      ["empty", ""],
      ["not JSON", "rules: {}"],
      ["a list", "[]"],
      ["of an impossible range", JSON.stringify({ rules: {}, whitelist: ["203.0.113.0/99"] })],
    ]),
  )("B133 a file that is %s is refused by name, and the last good rules stay", async ([, document]) => {
    const before = countRefusals(site);
    await writeRules(site.storeDir, site.id, document);
    await waitUntil(() => countRefusals(site) > before, { what: "a refusal in the log" });
    expect([
      await readRule(site, from("US")),
      await readRule(site, from("AU")),
      await readRule(site, from("PH")),
    ]).toEqual(["blocked", "warning", "none"]);
    expect((await ask(site, "/", from("US"))).status).toBe(200);
  });

  test("B133 a file that is written in two halves counts once it is whole, and one that is moved in place at once", async () => {
    const next = JSON.stringify({ rules: { FR: { ruleType: "WARNING" } } });
    const before = countRefusals(site);
    await writeRules(site.storeDir, site.id, next.slice(0, 20));
    await waitUntil(() => countRefusals(site) > before, { what: "a refusal of the first half" });
    expect(await readRule(site, from("US"))).toBe("blocked");
    await writeRules(site.storeDir, site.id, next);
    await waitUntil(async () => (await readRule(site, from("FR"))) === "warning", { what: "the whole file" });
    const file = join(site.storeDir, "data", site.id, "geo-rules.json");
    await writeFile(`${file}.new`, JSON.stringify({ rules: { FR: { ruleType: "BLOCKED" } } }));
    await rename(`${file}.new`, file);
    await waitUntil(async () => (await readRule(site, from("FR"))) === "blocked", {
      what: "the file that was moved in place",
    });
  });

  test("B154 the whitelist exempts an address and a range in every country, and can be replaced too", async () => {
    const office = { ...from("US"), ...at("203.0.113.9") };
    expect(await readRule(site, office)).toBe("none");
    expect((await ask(site, "/download/installer/windows", office)).status).toBe(302);
    expect(await readRule(site, { ...from("US"), ...at("203.0.114.9") })).toBe("blocked");
    await replaceRules(site, { ...rules, whitelist: ["2001:db8:7::/48", "198.51.100.7"] });
    expect(await readRule(site, office)).toBe("blocked");
    expect(await readRule(site, { ...from("KP"), ...at("198.51.100.7") })).toBe("none");
    expect(await readRule(site, { ...from("KP"), ...at("2001:db8:7::1") })).toBe("none");
    // What a visitor claims comes before what the proxy adds, and does not count.
    expect(await readRule(site, { ...from("US"), ...at("198.51.100.7, 192.0.2.1") })).toBe("blocked");
  });

  test.for(sampledCases(1, ["DENIED", "BLOCKED"]))(
    "B143 B144 where Ontario is %s its notice is shown all the same, and to neither a whitelisted visitor nor a crawler",
    async (ruleType) => {
      await replaceRules(site, { ...rules, rules: { ...rules.rules, "CA-ON": { ruleType } } });
      const rule = ruleType.toLowerCase();
      const answerTo = async (headers: Record<string, string>): Promise<unknown> =>
        JSON.parse((await ask(site, "/api/visitor", { ...from("CA-ON"), ...headers })).body);
      expect(await answerTo({})).toMatchObject({ rule, notice: "ontario" });
      for (const headers of [
        at("203.0.113.9"),
        { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" },
      ]) {
        expect(await answerTo(headers)).not.toHaveProperty("notice");
      }
      expect(JSON.parse((await ask(site, "/api/visitor", from("CA-QC"))).body)).not.toHaveProperty("notice");
      const visited = await arrive("/about-us/", { headers: from("CA-ON"), viewport: phone });
      const { page } = visited;
      if (ruleType === "DENIED") visited.expects("failed request", /^403 GET \/about-us\/$/);
      await hurryCore(page);
      const dialog = page.getByRole("dialog", { name: "It looks like you are in Ontario" });
      await dialog.waitFor();
      await dialog.getByRole("button", { name: "Stay here" }).click();
      await dialog.waitFor({ state: "detached" });
      // The rule decides beside it: nothing is opened by closing the notice.
      expect((await ask(site, "/download/installer/windows", from("CA-ON"))).status).toBe(403);
    },
  );

  test("B153 B287 a denied country gets the 403 page for every page, nothing of what the page holds, and no offer", async () => {
    for (const path of ["/", "/about-us/", "/download/", "/terms-conditions/"]) {
      const { status, cache, body } = await ask(site, path, from("KP"));
      expect({ path, status, cache, title: body.includes("Oops! Access Denied :(") }).toEqual({
        path,
        status: 403,
        cache: "no-store",
        title: true,
      });
      const markup = body.slice(body.indexOf("<body"), body.indexOf('id="site-state"'));
      expect(markup.match(/<a\b[^>]*href="[^"]*(\/download\/|sign-up)[^"]*"/g), path).toBeNull();
    }
    expect((await ask(site, "/about-us/_payload.json", from("KP"))).status).toBe(403);
    expect((await ask(site, "/download/installer/windows", from("KP"))).status).toBe(403);
    const api = await ask(site, "/api/download-url?brandAlias=ggp&platform=ios&country=PH", from("KP"));
    expect([api.status, JSON.parse(api.body)]).toEqual([403, expect.objectContaining({ title: "COUNTRY_BLOCKED" })]);
  });

  test("B153 B195 B196 B201 the 403 page says that the product is not available there, with an image and no way back, and no notice over it; an error page stays as it was when the core starts, also at the path of another page", async () => {
    const visited = await arrive("/assets/favicon.svg", { viewport: phone });
    const { page, messages } = visited;
    visited.expects("failed request", /^40[34] GET \//);
    for (const [place, path, status, title] of [
      ["KP", "/about-us/", 403, "Oops! Access Denied :("],
      ["KP", "/ggteam/", 403, "Oops! Access Denied :("],
      ["PH", "/ggteam/no-such-player/", 404, "Error : 404 Page Not Found"],
    ] as const) {
      await page.setExtraHTTPHeaders(from(place));
      const response = await page.goto(`${site.origin}${path}`);
      const main = page.getByRole("main");
      const before = await main.innerText();
      await untilCore(visited);
      await waitUntil(() => page.evaluate(() => document.documentElement.dataset["scroll"] !== undefined), {
        what: "the quick-action area",
      });
      expect({ path, status: response?.status() }).toEqual({ path, status });
      expect(before, path).toContain(title);
      expect(await main.innerText(), path).toBe(before);
      if (status !== 403) continue;
      expect(before, path).toMatch(/not available in your current location/);
      expect(await main.getByRole("img").count(), path).toBeGreaterThan(0);
      expect(await main.locator("[data-history-back], button").count(), path).toBe(0);
      await page.waitForLoadState("networkidle");
      expect(await page.getByRole("dialog").count(), path).toBe(0);
      expect(messages.filter((message) => !message.includes("403 (Forbidden)"))).toEqual([]);
    }
  });

  test("B153 a visitor whose country is denied while they read is led to the 403 page by their next click", async () => {
    const visited = await arrive("/contact/", { headers: from("FR"), viewport: phone });
    const { page } = visited;
    visited.expects("failed request", /^403 GET \/privacy-policy\//);
    await untilCore(visited);
    await replaceRules(site, { rules: { FR: { ruleType: "DENIED" } } });
    await page.locator("footer a[href='/privacy-policy/']").first().dispatchEvent("click");
    await page.getByRole("heading", { name: "Oops! Access Denied :(" }).first().waitFor();
    expect(new URL(page.url()).pathname).toBe("/privacy-policy/");
  });
});

describe("an operator's geography database", () => {
  test("B133 B155 says where a visitor is when no edge does, can be replaced, and what it does not know blocks nothing", async () => {
    expect(await readRule(site, at("81.2.3.4"))).toBe("blocked");
    expect(await readRule(site, at("99.7.1.1"))).toBe("ontario");
    expect(await readRule(site, at("8.8.8.8"))).toBe("none");
    // Who stands nearer to the visitor knows better.
    expect(await readRule(site, { ...at("81.2.3.4"), ...from("PH") })).toBe("none");
    expect(await readRule(site, { ...at("81.2.3.4"), ...from("XX") })).toBe("blocked");
    await writeFile(places, "half");
    await waitUntil(() => site.output().includes("a geography database was refused"), {
      what: "a refusal in the log",
    });
    expect(await readRule(site, at("81.2.3.4"))).toBe("blocked");
    await writeFile(`${places}.new`, toGeoDatabase([{ network: "81.0.0.0/8", country: "AU" }]));
    await rename(`${places}.new`, places);
    await waitUntil(async () => (await readRule(site, at("81.2.3.4"))) === "warning", { what: "the new database" });
  });

  test("a site whose database is not there does not start, and says so", async () => {
    const failed = startSite("GGPPH", { env: { GEO_DATABASE: "/nowhere/places.mmdb" } });
    await expect(failed).rejects.toThrow(/places\.mmdb cannot be used/);
  });
});
