import { expect, test } from "vitest";
import { describeSitesInTurn } from "../harness/describe-sites.ts";

describeSitesInTurn(({ site, visit }) => {
  test("an ambassador has one suit, in the menu and on every page", async () => {
    const { page, close } = await visit();
    await page.goto(`${site().origin}${site().prefix}/`);
    const suits = await page.evaluate(() =>
      [...document.querySelectorAll("a[href*='/ggteam/']")].flatMap((link) => {
        const picture = link.querySelector("img")?.getAttribute("src");
        const monogram = link.querySelector("span[aria-hidden]:not(:has(*))");
        const drawing = monogram && getComputedStyle(monogram, "::before").clipPath;
        const slug = link.getAttribute("href")?.split("/").at(-2) ?? "";
        return picture || drawing
          ? [[slug, /portrait-([a-z]+)/.exec(picture ?? "")?.[1] ?? drawing ?? ""] as const]
          : [];
      }),
    );
    // The same drawing in the menu always goes with the same picture on the page.
    const pairs = new Map<string, Set<string>>();
    const bySlug = Map.groupBy(suits, ([slug]) => slug);
    for (const found of bySlug.values()) {
      const drawing = found.map(([, suit]) => suit).find((suit) => suit.length > 12);
      for (const [, suit] of found)
        if (drawing && suit.length <= 12) pairs.set(drawing, new Set([...(pairs.get(drawing) ?? []), suit]));
    }
    for (const pictures of pairs.values()) expect([...pictures]).toHaveLength(1);
    const pictures = [...pairs.values()].flatMap((one) => [...one]);
    expect(new Set(pictures).size).toBe(pictures.length);
    if (site().id === "GGPPH") expect(pairs.size).toBeGreaterThan(1);
    await close();
  });
});
