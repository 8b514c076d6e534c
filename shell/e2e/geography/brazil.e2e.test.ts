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

test.for([
  ["/pt-br", "302 https://download-br.ggp.example/windows/ggp/pt/"],
  ["/en", "302 https://download-br.ggp.example/windows/ggp/en/"],
] as const)("B114 B119 B120 B122 a visitor of %s gets the installer in that language", async ([prefix, led]) => {
  const { page, close } = await visit(windows.options);
  const downloads = await watchInstallers(page);
  await page.goto(`${site().origin}${prefix}/contact/`);
  await page.locator('header [data-slot="download/button"][data-variant="header"] a:visible').click();
  await waitUntil(() => downloads.length > 0, { what: "the download" });
  expect(new URL(page.url()).pathname).toBe(`${prefix}/download/`);
  expect(downloads).toEqual([led]);
  await close();
});

test("B134 B144 B150 a notice speaks its page's language, on home and elsewhere under a prefix", async () => {
  const { page, close } = await visitFrom({ visit }, "PH");
  await page.goto(`${site().origin}/assets/favicon.svg`);
  for (const [path, place, title] of [
    ["/pt-br/", "AU", "Jogos a dinheiro real não são oferecidos no seu país"],
    ["/en/download/", "AU", "Real money gambling is not offered in your country"],
    ["/pt-br/contact/", "CA-ON", "Parece que você está em Ontário"],
    ["/en/", "PH", "Your country has a site of its own"],
  ] as const) {
    await page.setExtraHTTPHeaders(from(place));
    await page.goto(`${site().origin}${path}`);
    await hurryCore(page);
    await page.getByRole("dialog", { name: title }).waitFor();
  }
  await close();
});

test("B184 every package speaks every language of the site: the server's log names none that does not, and pages are in it", async () => {
  expect(site().output()).toContain("is at http");
  expect(site().output()).not.toContain("a remote has no messages in a language of the site");
  const { page, close } = await visit({ locale: "pt-BR" });
  await page.goto(`${site().origin}/pt-br/house-rules/`);
  expect(
    await page
      .locator("main")
      .getByText(/regras/i)
      .first()
      .isVisible(),
  ).toBe(true);
  await close();
});
