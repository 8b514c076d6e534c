import { expect, test } from "vitest";
import { windows } from "./agents.ts";
import { useDownloads, watchInstallers } from "./use-downloads.ts";
import { waitUntil } from "../harness/wait-until.ts";

const { look, ask, site } = useDownloads("GGPBR");

test.for([
  ["", "https://download-br.ggp.example/windows/ggp/pt/"],
  ["?locale=pt", "https://download-br.ggp.example/windows/ggp/pt/"],
  ["?locale=en", "https://download-br.ggp.example/windows/ggp/en/"],
  ["?locale=pt-br", "https://download-br.ggp.example/windows/ggp/pt/"],
  ["?locale=xx", "https://download-br.ggp.example/windows/ggp/pt/"],
  ["?locale=en&locale=pt", "https://download-br.ggp.example/windows/ggp/pt/"],
  ["?locale=../../evil", "https://download-br.ggp.example/windows/ggp/pt/"],
] as const)("B114 B119 an installer is in a language of the site, pt-br written pt: %j", async ([query, location]) => {
  expect((await ask(`/download/installer/windows${query}`)).headers.get("location")).toBe(location);
});

test("B117 the page for phones is told the site, once", async () => {
  expect((await ask("/download/installer/mobile")).headers.get("location")).toBe(
    "https://m-br.ggp.example/download/?siteId=GGPBR",
  );
});

test.for([
  ["/pt-br", "302 https://download-br.ggp.example/windows/ggp/pt/"],
  ["/en", "302 https://download-br.ggp.example/windows/ggp/en/"],
] as const)("B114 B119 B120 B122 a visitor of %s gets the installer in that language", async ([prefix, led]) => {
  await look("/contact/", windows.options, async ({ page }) => {
    const downloads = await watchInstallers(page);
    await page.goto(`${site().origin}${prefix}/contact/`);
    await page.locator('header [data-slot="download/button"][data-variant="header"] a:visible').click();
    await waitUntil(() => downloads.length > 0, { what: "the download" });
    expect(new URL(page.url()).pathname).toBe(`${prefix}/download/`);
    expect(downloads).toEqual([led]);
  });
});
