import { pickLabel } from "@site/contracts/locale/localized-text";
import { expect, test } from "vitest";
import { siteConfigs } from "../../sites/sites.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { useSite } from "../harness/use-site.ts";
import { desk } from "./windows.ts";

const { site, share } = useSite("GGPPH");
const lookDesk = share(desk);
const lookWithoutScript = share({ ...desk, javaScriptEnabled: false });
const entries: Record<string, { path: string; isNewTab: boolean }> = {
  "Random Number Generator": { path: "/network/random-number-generator/", isNewTab: true },
  "Responsible Gaming": { path: "/responsible-gaming/", isNewTab: false },
  "Network status": { path: "https://status.ggp.example/", isNewTab: true },
  "Terms & Conditions": { path: "/terms-conditions/", isNewTab: false },
  "Cookie Policy": { path: "/cookie-policy/", isNewTab: false },
  "Privacy Policy": { path: "/privacy-policy/", isNewTab: false },
  "Payment Details Policy": { path: "/payment-details-policy/", isNewTab: false },
  "Withdrawal Policy": { path: "/withdrawal-policy/", isNewTab: false },
  "Security & Ecology Policy": { path: "/network/security-ecology-policy/", isNewTab: true },
  "House Rules": { path: "/house-rules/", isNewTab: false },
  "Contact Us": { path: "/contact/", isNewTab: false },
};

test("B088 B089 B090 B091 B092 the footer has its three groups with every entry, and what is outside opens in a new tab; it has its language, its social links and a list of regions that unfolds; who may play is said in lines of at least 320 pixels where the window has them: under the logos, where beside them is less room", async () => {
  await lookWithoutScript("/contact/", async ({ page }) => {
    const footer = page.locator("footer");
    expect(await footer.getByRole("heading", { level: 2 }).allTextContents()).toEqual(
      expect.arrayContaining(["Safety & Security", "Legal", "GG Policy", "Language", "Follow us"]),
    );
    const found = await footer.locator("nav a").evaluateAll((all) =>
      all.map((link) => [
        link.textContent?.replace(" (opens in a new tab)", ""),
        {
          path: link.getAttribute("href"),
          isNewTab: link.getAttribute("target") === "_blank" && (link.getAttribute("rel") ?? "").includes("noopener"),
        },
      ]),
    );
    expect(Object.fromEntries(found)).toEqual(entries);
    // The list of regions is left out: its sites take the place of this one.
    const outside = await footer.locator("a[href^='http']").evaluateAll((all) =>
      all
        .filter((link) => !link.closest("details"))
        .map((link) => ({
          address: link.getAttribute("href"),
          isNewTab: link.getAttribute("target") === "_blank" && link.getAttribute("rel") === "noopener",
          isToldSo: link.textContent?.endsWith(" (opens in a new tab)"),
        })),
    );
    expect(outside.map(({ address }) => address)).toContain(siteConfigs.GGPPH.helplineUrl);
    expect(outside.filter(({ isNewTab, isToldSo }) => !isNewTab || !isToldSo)).toEqual([]);

    await footer.getByText("English", { exact: true }).first().waitFor();
    for (const { label, link } of siteConfigs.GGPPH.footer.socials) {
      const social = footer.getByRole("link", { name: new RegExp(`^${pickLabel(label, "en")}`) });
      expect([await social.getAttribute("href"), await social.getAttribute("target")]).toEqual([link, "_blank"]);
    }
    await footer.locator("summary", { hasText: "Regions" }).click();
    expect(await footer.locator("details a:visible").count()).toBe(15);

    const legal = footer.getByText("is for persons aged 21 and over");
    const widths: Record<string, number | undefined> = {};
    for (const width of [390, 768, 1024, 1180, 1244, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      widths[width] = (await legal.boundingBox())?.width;
    }
    expect(Object.entries(widths).filter(([, width]) => width === undefined || width < 320)).toEqual([]);
  });
});

test("B089 B093 B094 the footer shows the logos of the configuration, each a link that opens a new tab, and claims no award; there are no licences, and the badges of the regulator and of the testing lab", async () => {
  await lookDesk("/contact/", async ({ page }) => {
    const logos = page.getByRole("list", { name: "Also from GGP" }).getByRole("link");
    expect(siteConfigs.GGPPH.footer.logos.length).toBeGreaterThan(0);
    expect(await logos.count()).toBe(siteConfigs.GGPPH.footer.logos.length);
    for (const [place, { label, url, imagePath, width, height }] of siteConfigs.GGPPH.footer.logos.entries()) {
      const image = logos.nth(place).getByRole("img", { name: pickLabel(label, "en"), exact: true });
      await image.scrollIntoViewIfNeeded();
      await waitUntil(() => image.evaluate((one) => one instanceof HTMLImageElement && one.naturalWidth > 0), {
        what: `${imagePath} to be drawn`,
      });
      expect(await image.boundingBox()).toMatchObject({ width, height });
      expect([await logos.nth(place).getAttribute("href"), await logos.nth(place).getAttribute("rel")]).toEqual([
        url,
        "noopener",
      ]);
    }
    expect(await page.getByRole("list", { name: "Awards" }).count()).toBe(0);

    expect(await page.getByRole("list", { name: "Licences" }).count()).toBe(0);
    const badges = page.getByRole("list", { name: "Regulation and testing" }).getByRole("img");
    await badges.first().scrollIntoViewIfNeeded();
    expect(await badges.evaluateAll((all) => all.map((one) => one.getAttribute("alt")))).toEqual([
      "Gambling regulator: responsible gaming",
      "Independent game-testing lab",
    ]);
    for (const { imagePath, localizedImagePaths = {} } of siteConfigs.GGPPH.footer.sites)
      for (const path of [imagePath, ...Object.values(localizedImagePaths)])
        expect((await fetch(`${site().origin}${path}`)).status).toBe(200);
  });
});
