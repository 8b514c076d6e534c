import { expect, test } from "vitest";
import { windows } from "../downloads/agents.ts";
import { watchInstallers } from "../downloads/use-downloads.ts";
import { hurryCore } from "../harness/hurry-core.ts";
import { useSite } from "../harness/use-site.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { from, visitFrom } from "./placed-site.ts";

const { visit, site } = useSite("GGPBR", { kind: "placed" });

const readLocation = async (path: string): Promise<string | null> =>
  (await fetch(`${site().origin}${path}`, { redirect: "manual" })).headers.get("location");

test.for([
  ["", "https://download-br.ggp.example/windows/ggp/pt/"],
  ["?locale=pt", "https://download-br.ggp.example/windows/ggp/pt/"],
  ["?locale=en", "https://download-br.ggp.example/windows/ggp/en/"],
  ["?locale=pt-br", "https://download-br.ggp.example/windows/ggp/pt/"],
  ["?locale=xx", "https://download-br.ggp.example/windows/ggp/pt/"],
  ["?locale=en&locale=pt", "https://download-br.ggp.example/windows/ggp/pt/"],
  ["?locale=../../evil", "https://download-br.ggp.example/windows/ggp/pt/"],
] as const)("B114 B119 an installer is in a language of the site, pt-br written pt: %j", async ([query, location]) => {
  expect(await readLocation(`/download/installer/windows${query}`)).toBe(location);
});

test("B117 the page for phones is told the site, once", async () => {
  expect(await readLocation("/download/installer/mobile")).toBe("https://m-br.ggp.example/download/?siteId=GGPBR");
});

test("B114 B119 B120 B122 a visitor of /pt-br and of /en gets the installer in that language", async () => {
  const { page, close } = await visit(windows.options);
  const downloads = await watchInstallers(page);
  for (const [prefix, led] of [
    ["/pt-br", "302 https://download-br.ggp.example/windows/ggp/pt/"],
    ["/en", "302 https://download-br.ggp.example/windows/ggp/en/"],
  ] as const) {
    const before = downloads.length;
    await page.goto(`${site().origin}${prefix}/contact/`);
    await page.locator('header [data-slot="download/button"][data-variant="header"] a:visible').click();
    await waitUntil(() => downloads.length > before, { what: `the download from ${prefix}` });
    expect(new URL(page.url()).pathname).toBe(`${prefix}/download/`);
    expect(downloads.slice(before)).toEqual([led]);
  }
  await close();
});

test("B134 B144 B150 B184 a notice speaks its page's language, on home and elsewhere under a prefix; every package speaks every language of the site: the server's log names none that does not, and pages are in it", async () => {
  expect(site().output()).toContain("is at http");
  expect(site().output()).not.toContain("a remote has no messages in a language of the site");
  const { page, close } = await visitFrom({ visit }, undefined, { viewport: { width: 390, height: 844 } });
  await page.goto(`${site().origin}/assets/favicon.svg`);
  for (const [path, place, title] of [
    ["/pt-br/", "AU", "Jogos a dinheiro real não são oferecidos no seu país"],
    ["/en/download/", "AU", "Real money gambling is not offered in your country"],
    ["/pt-br/house-rules/", "CA-ON", "Parece que você está em Ontário"],
    ["/en/", "PH", "Your country has a site of its own"],
  ] as const) {
    await page.setExtraHTTPHeaders(from(place));
    await page.goto(`${site().origin}${path}`);
    await hurryCore(page);
    await page.getByRole("dialog", { name: title }).waitFor();
    if (path !== "/pt-br/house-rules/") continue;
    // The notice makes what is behind it unreachable, which roles would not find.
    const words = page
      .locator("main")
      .getByText(/regras/i)
      .first();
    expect(await words.isVisible(), `words of ${path}`).toBe(true);
  }
  await close();
});
