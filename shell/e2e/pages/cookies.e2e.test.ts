import { bucketCookie } from "@site/contracts/site/cookie-names";
import { expect, test } from "vitest";
import { visitFrom } from "../geography/placed-site.ts";
import { useSite } from "../harness/use-site.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { footerLink, untilCore } from "../releases/soft-visit.ts";
import { readKept } from "./read-kept.ts";
import { readPage } from "./read-page.ts";

for (const id of ["GGPPH", "GGPBR"] as const) {
  const { site, browser } = useSite(id, { kind: "placed" });

  test(`the cookie policy of ${id} lists exactly what a visit leaves in the browser, with its life`, async () => {
    const visited = await visitFrom(browser(), "AU", { locale: "pt-BR" });
    const { page } = visited;
    visited.expects("failed request", /^503 GET .*_payload\.json/);
    // The first visit, a closed notice, and a page that fails: everything the site has a reason to remember.
    await page.goto(`${site().origin}/`);
    const dialog = page.locator("dialog:modal");
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await page.route("**/privacy-policy/_payload.json?*", (route) => route.fulfill({ status: 503, body: "" }));
    await footerLink(visited, site(), "privacy-policy").click();
    await page.waitForURL("**/privacy-policy/");
    await page.waitForLoadState("load");
    await untilCore(visited);
    await waitUntil(async () => (await readKept(page)).includes("reloaded"), { what: "the note of the failed page" });

    const { html } = await readPage(site(), `${site().prefix}/cookie-policy/`);
    const rows = [...html.matchAll(/<tr><th scope="row"><code>([^<]+)<\/code>.*?<\/tr>/g)];
    const names = rows.map(([, name]) => name).toSorted();
    // Listed, and set only while a canary runs (B300).
    expect(rows.find(([, name]) => name === bucketCookie)?.[0]).toMatch(/strictly necessary|estritamente necessário/i);
    expect(names.filter((name) => name !== bucketCookie)).toEqual(await readKept(page));
    for (const { name, expires } of await page.context().cookies()) {
      const days = Math.round((expires - Date.now() / 1000) / 86_400);
      expect(rows.find(([, listed]) => listed === name)?.[0], name).toContain(`${days} d`);
    }
    await visited.close();
  });

  test(`the cookie policy of ${id} speaks of no consent tool and no tags, which it does not use`, async () => {
    const { html } = await readPage(site(), `${site().prefix}/cookie-policy/`);
    const main = /<main\b[\s\S]*?<\/main>/.exec(html)?.[0] ?? "";
    expect(main).not.toMatch(/OptanonConsent|tag-manager|gerenciador de tags|consent question|Consentimento/i);
  });
}
