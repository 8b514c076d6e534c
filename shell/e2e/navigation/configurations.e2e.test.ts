import { describe, expect, test } from "vitest";
import { useSite } from "../harness/use-site.ts";
import { desk, phone } from "./windows.ts";
import { hurryCore } from "../harness/hurry-core.ts";
import { menu } from "./menu.ts";

describe("B030 B070 a site of two languages, the first of them pt-br", () => {
  const { site, look, share } = useSite("GGPBR");
  const lookDesk = share(desk);

  test("speaks Portuguese under /pt-br/ and English under /en/, menus and footer as well", async () => {
    await lookDesk("/contact/", async ({ page }) => {
      const read = async () => ({
        lang: await page.locator("html").getAttribute("lang"),
        menu: await page.locator("header nav li > a").first().textContent(),
        footer: await page.locator("footer nav a", { hasText: /cookie/i }).textContent(),
      });
      expect(await read()).toEqual({ lang: "pt-BR", menu: "Como jogar", footer: "Política de cookies" });
      await page.goto(`${site().origin}/en/contact/`);
      expect(await read()).toEqual({ lang: "en", menu: "How to play", footer: "Cookie Policy" });
    });
  });

  test("B069 B072 offers the other language on every page, where it leads to the same page", async () => {
    await look("/contact/", { ...phone, javaScriptEnabled: false }, async ({ page }) => {
      await page.getByRole("button", { name: "Menu", exact: true }).click();
      await page.locator(menu).getByRole("button", { name: "Seletor de idioma" }).click();
      await page.locator(`${menu} [popover]:popover-open`).getByRole("link", { name: "English" }).click();
      expect(page.url()).toBe(`${site().origin}/en/contact/`);
      expect(await page.locator("footer a[data-locale][aria-current]").textContent()).toBe("English");
    });
  });

  test("another language is another document, never a soft navigation", async () => {
    await lookDesk("/contact/", async ({ page }) => {
      await hurryCore(page);
      await page.locator("html[data-screen]").waitFor();
      await page.evaluate(() => Reflect.set(window, "before", true));
      await page.locator("footer a[data-locale=en]").click();
      await page.waitForURL(`${site().origin}/en/contact/`);
      expect(await page.evaluate(() => Reflect.get(window, "before"))).toBeUndefined();
      expect(await page.locator("html").getAttribute("lang")).toBe("en");
    });
  });

  test("B068 home names country and language in the region selector, with the languages in it", async () => {
    await lookDesk("/", async ({ page }) => {
      const button = page.locator("header").getByRole("button", { name: "Seletor de idioma" });
      expect(await button.textContent()).toBe("Brasil Português");
      await button.click();
      expect(await page.locator("header :popover-open a[data-locale]").allTextContents()).toEqual([
        "Português",
        "English",
      ]);
    });
  });
});

describe("a site without region selector and ambassadors", () => {
  const { site, look, share } = useSite("GGPCOM");
  const lookDesk = share(desk);

  test("B071 B059 has no region selector anywhere in its header, also on home", async () => {
    await look("/", phone, async ({ page }) => {
      expect(await page.locator("header [aria-label='Language Selector']").count()).toBe(0);
      expect(await page.locator("header").getByText("Other regions").count()).toBe(0);
    });
  });

  test("B051 shows no ambassadors, and its API names none", async () => {
    expect(await (await fetch(`${site().origin}/api/brand-ambassador`)).json()).toEqual({ ambassadors: [] });
    await lookDesk("/contact/", async ({ page }) => {
      expect(await page.locator("header a[href*='/ggteam/']:has(svg text)").count()).toBe(0);
      await page.locator("header nav li > a", { hasText: "Team" }).waitFor();
    });
  });

  test("B051 B288 its team page says that there are no ambassadors, and promises none", async () => {
    await lookDesk("/ggteam/", async ({ page }) => {
      await page.getByText("No brand ambassador is introduced here at present.").waitFor();
      expect(await page.locator("main").innerText()).not.toContain("soon");
    });
  });
});
