import { readFile } from "node:fs/promises";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { agents, windows } from "../downloads/agents.ts";
import { findSimulator } from "../chat/simulated-chat.ts";
import { from, personAgent } from "../geography/placed-site.ts";
import { useSite } from "../harness/use-site.ts";
import { sampledCases } from "../harness/sampled.ts";

const { site, look } = useSite("GGPPH", { kind: "simulated" });

/** A page that costs the browser little. */
const light = "/privacy-policy/";

/** Presses a link and gives the page it leads to, in this tab or a new one. */
async function follow(page: Page, press: () => Promise<void>): Promise<Page> {
  const opened = page
    .context()
    .waitForEvent("page")
    .catch(() => undefined);
  const moved = page
    .waitForURL(({ origin }) => origin !== site().origin)
    .then(
      () => page,
      () => undefined,
    );
  await press();
  const target = (await Promise.race([opened, moved])) ?? page;
  await target.waitForLoadState();
  return target;
}

/** The simulated page says which address it stands in for, and has a link back. */
async function expectSimulated(target: Page, address: string): Promise<void> {
  expect(await target.locator("code").textContent(), address).toBe(address);
  expect(await target.title(), address).toBe(`Simulated: ${new URL(address).host}`);
  const back = target.getByRole("link", { name: "Back to the site" });
  expect(await back.evaluate((link) => link instanceof HTMLAnchorElement && link.href), address).toBe(
    `${site().origin}/`,
  );
}

/** A simulated page leads back to the site. */
async function goBackByLink(target: Page): Promise<void> {
  await target.getByRole("link", { name: "Back to the site" }).click();
  await target.waitForURL(`${site().origin}/`);
  expect(await target.locator("h1").count()).toBe(1);
}

test.for(
  sampledCases(
    1,
    agents.filter(({ client }) => client === "windows" || client === "osx"),
  ),
)("B295 $who gets a file by the download button, and stays on the page", async ({ options, client }) => {
  await look("/about-us/", options, async ({ page }) => {
    const started = page.waitForEvent("download");
    await page.locator('header [data-slot="download/button"][data-variant="header"] a:visible').click();
    const download = await started;
    expect(download.suggestedFilename()).toBe(`${client}-ggp-en-simulated.txt`);
    expect(await readFile(await download.path(), "utf8")).toContain("There is nothing to install here.");
    expect(page.url()).toBe(`${site().origin}/download/?auto=1`);
    await page.locator("main [role=status]").getByText("is starting").waitFor();
  });
});

test.for(
  sampledCases(
    1,
    agents.filter(({ client }) => client === "ios"),
  ),
)("B295 $who reaches the store's page by one press", async ({ options }) => {
  await look(light, { ...options, extraHTTPHeaders: from("PH") }, async ({ page }) => {
    const target = await follow(page, () =>
      page.locator('[data-slot="download/button"][data-variant="quick"] a:visible').click(),
    );
    await expectSimulated(target, "https://apps.example/ios/ph/ggp/");
    await goBackByLink(target);
  });
});

test.for(
  sampledCases(
    1,
    agents.filter(({ client }) => client === "android"),
  ),
)("B295 $who gets the package by one press", async ({ options }) => {
  await look(light, { ...options, extraHTTPHeaders: from("PH") }, async ({ page }) => {
    const started = page.waitForEvent("download");
    await page.locator('[data-slot="download/button"][data-variant="quick"] a:visible').click();
    expect((await started).suggestedFilename()).toBe("android-ph-ggp.apk-simulated.txt");
  });
});

test.for(agents.filter(({ client }) => client === "mobile"))(
  "B295 $who reaches the download page for phones",
  async ({ options }) => {
    await look("/download/", options, async ({ page }) => {
      const target = await follow(page, () =>
        page.locator("main a[href='/download/installer/mobile']:visible").first().click(),
      );
      await expectSimulated(target, "https://m.ggp.example/download/?siteId=GGPPH");
    });
  },
);

test("B295 sign-up, the helpline, a sister site, the network's status and a page of the network answer, and lead back; a simulated site that fails says so, and the page that was left is one step back", async () => {
  const ways: [string, string][] = [
    ["header a[href*='sign-up']:visible", "https://account.ggp.example/sign-up/?siteId=GGPPH"],
    ["footer a[href*='/helpline.example/']", "https://helpline.example/"],
    ["footer a[href*='/ca.ggp.example/']", "https://ca.ggp.example/"],
    ["footer a[href*='/status.ggp.example/']", "https://status.ggp.example/"],
    ["footer a[href^='/network/random']", "https://www.ggp.example/network/random-number-generator/"],
    ["footer a[href*='/video.example/']", "https://video.example/ggp/"],
  ];
  const { tell, reset } = findSimulator(site(), "other sites");
  // The page is open again after each way that leaves it.
  await look(light, windows.options, async ({ page, expects }) => {
    for (const [selector, address] of ways) {
      expect(page.url()).toBe(`${site().origin}${light}`);
      const link = page.locator(selector).first();
      // The regions are folded up.
      await link.evaluate((element) => element.closest("details")?.setAttribute("open", ""));
      const target = await follow(page, () => link.click());
      await expectSimulated(target, address);
      if (target === page) await page.goBack();
      else await target.close();
    }

    await tell({ answer: "fails" });
    expects("failed request", /^503 GET /);
    const failed = await follow(page, () => page.locator("header a[href*='sign-up']:visible").click());
    expect(await failed.locator("body").innerText()).toBe("The simulated site fails.");
    await failed.goBack();
    expect(failed.url()).toBe(`${site().origin}${light}`);
    await reset();
  });
});

test("B147 B149 B295 the Ontario notice leads to the Canadian site, with the query", async () => {
  await look(
    `${light}?utm=a&x=%3Cb%3E`,
    { userAgent: personAgent, extraHTTPHeaders: from("CA-ON") },
    async ({ page }) => {
      const dialog = page.getByRole("dialog", { name: "It looks like you are in Ontario" });
      const target = await follow(page, () => dialog.getByRole("link").first().click());
      expect(await target.locator("main").innerText()).toContain("stands in for the site GGPCA, for Canada.");
      await expectSimulated(target, "https://ca.ggp.example/?utm=a&x=%3Cb%3E");
    },
  );
});

test("the simulated download service is asked for phones, and its faults leave the links of the table", async () => {
  const { origin, tell, reset } = findSimulator(site(), "download service");
  const ask = async (country: string): Promise<string | null> =>
    (
      await fetch(`${site().origin}/download/installer/android`, {
        redirect: "manual",
        headers: { "cf-ipcountry": country },
      })
    ).headers.get("location");
  expect(await ask("FR")).toMatch(/^http:\/\/localhost:\d+\/download\.ggp\.example\/android\/fr\/ggp\.apk$/);
  expect(await (await fetch(`${origin}/asked`)).json()).toContainEqual({
    brandAlias: "ggp",
    platform: "android",
    country: "FR",
  });
  await tell({ answer: "fails" });
  expect(await ask("DE")).toMatch(/^http:\/\/localhost:\d+\/download\.ggp\.example\/android\/ggp\.apk$/);
  await reset();
});
