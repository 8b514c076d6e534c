import { afterAll, beforeAll, expect, test } from "vitest";
import { siteConfigs } from "../../sites/sites.ts";
import { type OpenBrowser, openBrowser } from "../harness/open-browser.ts";
import { openSecureFront, type SecureFront } from "../harness/secure-front.ts";
import { type RunningSite, startSite } from "../harness/start-site.ts";
import { waitUntil } from "../harness/wait-until.ts";

// Browsers send reports only to an address of https.
let site: RunningSite;
let front: SecureFront;
let browser: OpenBrowser;
beforeAll(async () => {
  site = await startSite("GGPPH", { env: { METRICS_PORT: "0" } });
  front = await openSecureFront(site.port);
  browser = openBrowser({
    isShellEnough: false,
    args: ["--ignore-certificate-errors", "--short-reporting-delay"],
  });
});
afterAll(async () => {
  await browser?.close();
  await front?.close();
  await site?.stop();
});

test("G5 G11 a browser sends what violates a page's policy, and the server counts it by directive and build", async () => {
  const visit = await browser.visit({ ignoreHTTPSErrors: true });
  visit.expects("policy report", /img-src/);
  const page = await visit.page.goto(`${front.origin}/about-us/`);
  const build = /^r="\/-\/reports\/([0-9a-f]{16})"$/.exec((await page?.headerValue("reporting-endpoints")) ?? "")?.[1];
  await visit.page.evaluate(() => {
    const image = document.createElement("img");
    image.src = "https://elsewhere.example/picture.png";
    document.body.append(image);
  });
  const line = `browser_report_total{directive="img-src",disposition="enforce",remote="page",version="${build}"} 1`;
  await waitUntil(async () => (await site.readMetrics()).split("\n").includes(line), { what: line });
  await visit.close();
});

test("without simulators, a policy names the hosts of the configuration and nothing on this machine", async () => {
  const response = await fetch(`${site.origin}/responsible-gaming/`);
  const policy = response.headers.get("content-security-policy") ?? "";
  expect(policy).toContain(new URL(siteConfigs.GGPPH.supportChat.scriptUrl).origin);
  expect(policy).not.toContain("localhost");
  expect(site.output()).not.toContain("Simulated");
});
