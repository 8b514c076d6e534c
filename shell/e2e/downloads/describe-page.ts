import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readQrCode } from "../../src/server/testing/read-qr-code.ts";
import type { Visit } from "../harness/open-browser.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { agents, windows } from "./agents.ts";
import { from, type ServedDownloads, watchInstallers } from "./use-downloads.ts";
import { sampledCases } from "../harness/sampled.ts";
import { findAxeViolations } from "../harness/find-axe-violations.ts";

/** What each client needs, as the page writes it. */
const needs: Record<string, Record<string, string>> = {
  Windows: { System: "Windows 8", Processor: "3 GHz", Memory: "2 GB RAM", "Free disk space": "3 GB" },
  Mac: { System: "Mac OS X 10.13+" },
  iOS: { Device: "iPhone 6S or equivalent" },
  Android: { System: "Android 6.0+", Memory: "2 GB RAM", "Free disk space": "500 MB" },
};

/** The visible facts under a heading that ends in a system's name. */
function readNeeds(page: Page, system: string): Promise<Record<string, string>> {
  return page
    .locator("main :is(article, li):visible")
    .filter({ has: page.getByRole("heading", { name: new RegExp(`(^|for )${system}$`) }) })
    .first()
    .evaluate((card) =>
      Object.fromEntries(
        [...card.querySelectorAll("dl > div")].map((pair) => [
          pair.querySelector("dt")?.textContent ?? "",
          pair.querySelector("dd")?.textContent ?? "",
        ]),
      ),
    );
}

async function expectNeeds(page: Page): Promise<void> {
  for (const [system, facts] of Object.entries(needs)) expect(await readNeeds(page, system), system).toEqual(facts);
}

/** What the download page says, and the checksums on it. */
export function describePage({ look, begin, visit, site, ask }: ServedDownloads): void {
  /** The operator's own document of checksums. */
  const file = (): string => join(site().storeDir, "data/GGPPH/installer-checksums.json");
  const countRefusals = (): number =>
    site()
      .log()
      .filter((entry) => entry["document"] === "installer-checksums").length;

  async function put(document: unknown): Promise<void> {
    await mkdir(join(file(), ".."), { recursive: true });
    await writeFile(file(), typeof document === "string" ? document : JSON.stringify(document));
  }

  describe.for(sampledCases(3, agents))("on the page as $who sees it", ({ options, client }) => {
    const isPhone = ["ios", "android"].includes(client);
    let visited: Visit;
    beforeAll(async () => {
      visited = await visit(options);
      await visited.page.goto(`${site().origin}/download/`);
    });
    afterAll(() => visited?.close());

    test("B128 B129 B130 B131 is what every client needs at least", () => expectNeeds(visited.page));

    test.skipIf(isPhone)("B117 has a QR code with the address of this page", async () => {
      const code = visited.page.locator("main img[src='/download/qr/en.svg']");
      await code.scrollIntoViewIfNeeded();
      await waitUntil(
        () => code.evaluate((image) => image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0),
        { what: "the code" },
      );
      expect(await readQrCode(await code.screenshot(), 480)).toBe("https://www.ggp.example/download/");
      expect(await code.getAttribute("alt")).toBe("QR code with the address of this page");
    });

    test.skipIf(!isPhone)("B117 has no QR code on a phone", async () => {
      expect(await visited.page.locator("main img[src^='/download/qr/']").isVisible()).toBe(false);
      expect(visited.requests.filter((request) => request.url().includes("/download/qr/"))).toEqual([]);
    });
  });

  test("B128 B129 B130 B131 where downloads are blocked, the page says what every client needs all the same", async () => {
    await look("/download/", { ...windows.options, extraHTTPHeaders: from("US") }, ({ page }) => expectNeeds(page));
  });

  describe("without JavaScript", () => {
    test.for(sampledCases(3, agents))(
      "B113 B115 B116 B118 B128 B129 B130 B131 $who reads what every client needs, and one link gives the right one, because the server looks at the device",
      async ({ options, client }) => {
        await begin({ ...options, javaScriptEnabled: false, extraHTTPHeaders: from("PH") }, async ({ page }) => {
          const downloads = await watchInstallers(page);
          await page.goto(`${site().origin}/download/`);
          await expectNeeds(page);
          const offer = page.getByRole("heading", { name: "Download for this device" });
          expect(await offer.isVisible()).toBe(true);
          await page.locator("main section").first().locator("a.button:visible").click();
          await waitUntil(() => downloads.length > 0, { what: "the download" });
          expect(downloads).toEqual([
            `302 ${(await ask(`/download/installer/${client}`, from("PH"))).headers.get("location")}`,
          ]);
        });
      },
    );

    test("B113 every client has its own link, the button of every other page leads to them, and machines are told of the questions and answers that are shown", async () => {
      await look("/contact/", { ...windows.options, javaScriptEnabled: false }, async ({ page }) => {
        await page.locator('header [data-slot="download/button"] a:visible').first().click();
        await page.waitForURL(`${site().origin}/download/`);
        const hrefs = await page
          .locator("main li a:visible")
          .evaluateAll((all) => all.map((one) => one.getAttribute("href")));
        expect(hrefs).toEqual(["windows", "osx", "ios", "android"].map((client) => `/download/installer/${client}`));

        const questions = page.locator(
          "main [itemscope][itemtype='https://schema.org/FAQPage'] [itemprop=mainEntity][itemtype='https://schema.org/Question']",
        );
        expect(await questions.locator("summary[itemprop=name]").allTextContents()).toEqual(
          await page.locator("main details > summary").allTextContents(),
        );
        const answers = await questions
          .locator("[itemprop=acceptedAnswer][itemtype='https://schema.org/Answer'] [itemprop=text]")
          .allTextContents();
        expect(answers).toHaveLength(await questions.count());
        expect(answers.every((answer) => answer.length > 20)).toBe(true);

        // B128 B129 B130 B131: the same under a block.
        await page.setExtraHTTPHeaders(from("US"));
        await page.goto(`${site().origin}/download/`);
        expect(await page.getByRole("heading", { name: "The client is not offered where you are" }).count()).toBe(1);
        await expectNeeds(page);
      });
    });
  });

  describe("the checksums of the installers", () => {
    const sha256 = "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae";
    const isShown = async (): Promise<boolean> => (await (await ask("/download/")).text()).includes(sha256);
    const good = {
      checksums: {
        windows: { file: "client-setup.exe", version: "1.2.3", sha256 },
        osx: { file: "client.dmg", version: "1.2", sha256: sha256.replace("2c", "00") },
      },
    };

    test("are not mentioned where the site publishes none", async () => {
      expect(await (await ask("/download/")).text()).not.toContain("SHA-256");
    });

    test("show as soon as the operator publishes them, with what to type, and no restart", async () => {
      await put(good);
      await waitUntil(isShown, { what: "the checksums" });
      await look("/download/", windows.options, async ({ page }) => {
        const card = page.locator("main li").filter({ hasText: "Windows, version 1.2.3" });
        expect(await card.locator("dd").allTextContents()).toEqual([
          "client-setup.exe",
          sha256,
          "certutil -hashfile client-setup.exe SHA256",
        ]);
        expect(await page.locator("main li").filter({ hasText: "shasum -a 256 client.dmg" }).count()).toBe(1);
        // Who may not download has no file to check.
        await page.setExtraHTTPHeaders(from("US"));
        await page.goto(`${site().origin}/download/`);
        const blocked = page.locator("main").getByText(/SHA-256|client-setup/);
        expect(await blocked.count()).toBe(0);
      });
    });

    test.for([
      ["half a document", '{"checksums":{"windows":'],
      [
        "a checksum that is too short",
        { checksums: { windows: { ...good.checksums.windows, sha256: sha256.slice(1) } } },
      ],
      ["a file name with HTML", { checksums: { windows: { ...good.checksums.windows, file: "<img src=x>" } } }],
      ["a file name that is a command", { checksums: { windows: { ...good.checksums.windows, file: "a; rm -rf ~" } } }],
    ] as const)("with %s are refused and named, and the last good ones stay", async ([, document]) => {
      await put(good);
      await waitUntil(isShown, { what: "the good ones" });
      const before = countRefusals();
      await put(document);
      await waitUntil(() => countRefusals() > before, { what: "the refusal in the log" });
      expect(await isShown()).toBe(true);
    });

    // The page that has started something has all of the quiet one, and that of a block less: a sample has the first in both windows and the last in the narrow one.
    test.for(
      sampledCases(2, [
        ["started", "/download/?auto=1", {}, [320, 1440, 820]],
        ["blocked", "/download/", from("US"), [320]],
        ["blocked", "/download/", from("US"), [1440, 820]],
        ["quiet", "/download/", {}, [320, 1440, 820]],
      ] as const),
    )(
      "axe finds nothing on the page that is %s, and nothing scrolls sideways, however wide it is",
      { timeout: 120_000 },
      async ([state, path, extraHTTPHeaders, widths]) => {
        await put(good);
        await waitUntil(isShown, { what: "the checksums" });
        await begin({ ...windows.options, extraHTTPHeaders, reducedMotion: "reduce" }, async ({ page }) => {
          await watchInstallers(page);
          await page.goto(`${site().origin}${path}`);
          if (state === "started") await page.locator("main [role=status] a").waitFor();
          for (const width of sampledCases(2, widths)) {
            await page.setViewportSize({ width, height: 900 });
            expect({ width, found: await findAxeViolations(page) }).toEqual({ width, found: [] });
            const scrolls = await page.evaluate(
              () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
            );
            expect({ width, scrolls }).toEqual({ width, scrolls: false });
          }
        });
        await rm(file());
      },
    );
  });

  test("B113 each device is drawn from the edge on at which its system's name and facts begin", async () => {
    await look("/download/", windows.options, async ({ page }) => {
      const distances = await page.locator("main :is(article, li):visible:has(svg)").evaluateAll((cards) =>
        cards.flatMap((card) => {
          const name = card.querySelector("h2, h3")?.getBoundingClientRect().left ?? 0;
          const shapes = [...card.querySelectorAll("svg:has(> rect) > *")];
          const edges = shapes.map((shape) => shape.getBoundingClientRect().left);
          return edges.length > 0 ? [Math.round(Math.min(...edges) - name)] : [];
        }),
      );
      expect(distances).toHaveLength(4);
      // A line lies with half of its width on either side of a shape's edge.
      expect(distances.filter((distance) => Math.abs(distance) > 2)).toEqual([]);
    });
  });
}
