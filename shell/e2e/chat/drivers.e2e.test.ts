import type { Page } from "playwright";
import { parseSiteConfig } from "@site/contracts/site/site-config";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningSimulators, startSimulators } from "../../simulators/start-simulators.ts";
import { siteConfigs } from "../../sites/sites.ts";
import { type OpenBrowser, openBrowser, type Visit } from "../harness/open-browser.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { findFrame, say } from "./chat-frame.ts";
import { controlSimulator, type SimulatorControl } from "./simulated-chat.ts";
import { serveSources, type SourceServer } from "./serve-sources.ts";

/** One thing a driver said, as far as the tests look at it. */
interface Report {
  type: string;
  text?: string;
  isAutomated?: boolean;
  names?: string[];
}

interface Bench {
  driver: {
    prepare(attempt: AbortSignal): Promise<void>;
    launch(attempt: AbortSignal): Promise<void>;
    minimize(): Promise<void>;
    reveal(): void;
    readCoveredPixels(): number;
    clearSession(): Promise<void>;
  };
  reports: Report[];
  attempt: AbortController;
}

declare global {
  interface Window {
    load(path: string): Promise<Record<string, (settings: object, tell: (report: Report) => void) => Bench["driver"]>>;
    bench: Bench;
  }
}

const generations = [
  { id: "GGPPH", file: "embedded-driver.browser.ts", create: "createEmbeddedDriver" },
  { id: "GGPCOM", file: "messaging-driver.browser.ts", create: "createMessagingDriver" },
] as const;

let browser: OpenBrowser;
let sources: SourceServer;
beforeAll(async () => {
  [browser, sources] = await Promise.all([
    openBrowser(),
    serveSources("remote-support-chat/src", "shared-contracts/src"),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await sources?.close();
});

/** What comes of preparing: `ready`, or the sentence of what it threw. */
const prepare = (page: Page): Promise<string> =>
  page.evaluate(() => window.bench.driver.prepare(window.bench.attempt.signal).then(() => "ready", String));
const launch = (page: Page): Promise<string> =>
  page.evaluate(() => window.bench.driver.launch(window.bench.attempt.signal).then(() => "launched", String));
const readReports = (page: Page): Promise<Report[]> => page.evaluate(() => window.bench.reports);
const untilReport = (page: Page, type: string): Promise<void> =>
  waitUntil(async () => (await readReports(page)).some((report) => report.type === type), {
    what: `the report ${type}`,
  });

/** What every driver promises, however the vendor behaves. */
describe.each(generations)("$create", ({ id, file, create }) => {
  let simulators: RunningSimulators;
  let vendor: SimulatorControl;
  let shared: Visit;
  beforeAll(async () => {
    simulators = await startSimulators(parseSiteConfig(siteConfigs[id]));
    vendor = controlSimulator(new URL(simulators.site.supportChat.scriptUrl).origin);
    shared = await browser.visit();
  });
  afterAll(async () => {
    await shared?.close();
    await simulators?.close();
  });

  /** Opens a document with the driver and nothing else, and a vendor that behaves as told. */
  async function withDriver(behaviour: object, use: (page: Page) => Promise<void>): Promise<void> {
    await vendor.reset();
    await vendor.tell({ replyDelay: 0, ...behaviour });
    const isThrowing = "script" in behaviour && behaviour.script === "throws";
    const { page, expects } = isThrowing ? await browser.visit() : shared;
    if (isThrowing) expects("uncaught error", /^The simulated script is broken\.$/);
    await page.goto(sources.url);
    await page.evaluate(
      async ({ path, name, settings }) => {
        const reports: Report[] = [];
        const module = await window.load(path);
        const driver = module[name]?.(settings, (report) => reports.push(report));
        if (!driver) throw new Error(`There is no ${name}.`);
        window.bench = { driver, reports, attempt: new AbortController() };
      },
      { path: `/remote-support-chat/src/drivers/${file}`, name: create, settings: simulators.site.supportChat },
    );
    await use(page);
  }

  test("B100 B110 loads the script once, however often it is prepared, gives the vendor each value of the configuration in the place where the vendor reads it, and leaves the page's globals alone when the script does", () =>
    withDriver({}, async (page) => {
      const before = await vendor.count("loads");
      expect(await Promise.all([prepare(page), prepare(page)])).toEqual(["ready", "ready"]);
      expect(await prepare(page)).toBe("ready");
      expect(await vendor.count("loads")).toBe(before + 1);
      const { orgId, configurationNames, siteUrl, scrt2Url, communityEndpoint, buttonId } = simulators.site.supportChat;
      const { deployment, liveAgent, liveAgentDeployment } = configurationNames;
      expect(new Set([siteUrl, scrt2Url, communityEndpoint]).size).toBe(3);
      expect(
        await page.evaluate((): unknown => Reflect.get(window, "chatInitArguments")),
        "what the vendor was given",
      ).toEqual(
        create === "createMessagingDriver"
          ? [orgId, deployment, siteUrl.replace(/\/$/, ""), { scrt2URL: scrt2Url.replace(/\/$/, "") }]
          : [
              siteUrl,
              communityEndpoint,
              null,
              orgId,
              deployment,
              {
                baseLiveAgentContentURL: `${scrt2Url}content`,
                baseLiveAgentURL: `${scrt2Url}chat`,
                deploymentId: liveAgentDeployment,
                buttonId,
                eswLiveAgentDevName: liveAgent,
                isOfflineSupportEnabled: false,
              },
            ],
      );
      expect((await readReports(page)).map(({ type }) => type)).not.toContain("meddled");
    }));

  test("B100 loads nothing before it is prepared", () =>
    withDriver({}, async (page) => {
      const before = await vendor.count("loads");
      await page.evaluate(() => window.bench.driver.reveal());
      expect(await vendor.count("loads")).toBe(before);
    }));

  test("B105 opens the window, says so, and how much of the lower edge it covers: nothing before it opens, less when it is small, nothing when it is hidden", () =>
    withDriver({}, async (page) => {
      await prepare(page);
      const read = () => page.evaluate(() => window.bench.driver.readCoveredPixels());
      expect(await read()).toBe(0);
      expect(await launch(page)).toBe("launched");
      await untilReport(page, "window-maximized");
      await page.getByRole("region", { name: "Simulated chat" }).waitFor();
      const open = await read();
      await page.getByRole("button", { name: "Minimize the chat" }).click();
      await untilReport(page, "window-minimized");
      const small = await read();
      expect(open).toBeGreaterThan(200);
      expect(small).toBeGreaterThanOrEqual(44);
      expect(small).toBeLessThan(80);
      await page.locator(".sim-chat").evaluate((element) => element.style.setProperty("display", "none"));
      expect(await read()).toBe(0);
    }));

  test("B101 is ready when the vendor is, and not when it says other things before", () =>
    withDriver({ init: "out-of-order" }, async (page) => {
      expect(await prepare(page)).toBe("ready");
      expect(await launch(page)).toBe("launched");
    }));

  test("B101 counts a second ready event of the vendor as the first one", () =>
    withDriver({ init: "ready-twice" }, async (page) => {
      expect(await prepare(page)).toBe("ready");
      expect(await launch(page)).toBe("launched");
      expect((await readReports(page)).filter(({ type }) => type === "window-maximized")).toHaveLength(1);
    }));

  test.for([{ minimize: true }, { minimize: false }])(
    "B106 makes the window small, says so, and opens it again, with $minimize",
    (behaviour) =>
      withDriver(behaviour, async (page) => {
        await prepare(page);
        await launch(page);
        await untilReport(page, "window-maximized");
        await page.evaluate(() => window.bench.driver.minimize());
        await untilReport(page, "window-minimized");
        await page.locator('iframe[title="Simulated chat"]').waitFor({ state: "hidden" });
        await page.evaluate(() => window.bench.driver.reveal());
        expect(await launch(page)).toBe("launched");
        await page.locator('iframe[title="Simulated chat"]').waitFor({ state: "visible" });
      }),
  );

  test.for(["missing", "html", "throws", "empty"])("says what is wrong with a script that is %s", (script) =>
    withDriver({ script }, async (page) => {
      expect(await prepare(page)).toMatch(/could not be loaded|offers no/);
    }),
  );

  test("loads the script again after it was missing", () =>
    withDriver({ script: "missing" }, async (page) => {
      await prepare(page);
      await vendor.reset();
      expect(await prepare(page)).toBe("ready");
    }));

  test("gives the page its own globals back that a script replaced, and says which", () =>
    withDriver({ script: "redefines" }, async (page) => {
      expect(await prepare(page)).toContain("offers no");
      expect(
        (await readReports(page)).filter(({ type }) => type === "meddled").map(({ names }) => names?.toSorted()),
      ).toEqual([["JSON", "Promise", "fetch"]]);
      expect(
        await page.evaluate(async () => JSON.parse(await (await fetch("data:application/json,[1]")).text())),
      ).toEqual([1]);
    }));

  test("B104 reports an error of initialising and does not become ready", () =>
    withDriver({ init: "fails" }, async (page) => {
      expect(await prepare(page)).toContain("the vendor reported an error");
      expect((await readReports(page)).map(({ type }) => type)).toEqual(["init-failed"]);
    }));

  test("B104 reports an error of launching", () =>
    withDriver({ launch: "fails" }, async (page) => {
      await prepare(page);
      expect(await launch(page)).toContain("The conversation could not begin.");
      expect((await readReports(page)).map(({ type }) => type)).toContain("init-failed");
    }));

  test.for([{ script: "hangs" }, { init: "hangs" }])(
    "rejects a waiting attempt with %j when the attempt ends",
    (behaviour) =>
      withDriver(behaviour, async (page) => {
        const outcome = prepare(page);
        await page.evaluate(() => window.bench.attempt.abort(new Error("given up")));
        expect(await outcome).toContain("given up");
      }),
  );

  test("rejects a launch that hangs when the attempt ends", () =>
    withDriver({ launch: "hangs" }, async (page) => {
      await prepare(page);
      const outcome = launch(page);
      await page.evaluate(() => window.bench.attempt.abort(new Error("given up")));
      expect(await outcome).toContain("given up");
    }));

  test("B107 B108 tells an agent from what is automated, and the automated thank-you from the same words typed by the visitor", () =>
    withDriver({}, async (page) => {
      await prepare(page);
      await launch(page);
      await say(page, "agent");
      await waitUntil(async () => (await readReports(page)).some(({ text }) => text?.startsWith("Hi, I am Mara")), {
        what: "the agent",
      });
      const said = (await readReports(page)).filter(({ type }) => type === "said");
      expect(said.find(({ text }) => text?.startsWith("Hi, I am Mara"))).toMatchObject({ isAutomated: false });
      expect(said.find(({ text }) => text?.includes("has joined"))).toMatchObject({ isAutomated: true });

      const readThanks = async (): Promise<Report[]> =>
        (await readReports(page)).filter(({ text }) => text?.includes("Thank you for contacting us"));
      await say(page, "Thank you for contacting us");
      await findFrame(page).getByText("You are welcome.").waitFor();
      expect((await readThanks()).filter(({ isAutomated }) => isAutomated)).toEqual([]);
      await say(page, "bye");
      await waitUntil(async () => (await readThanks()).some(({ isAutomated }) => isAutomated), {
        what: "the automated thank-you",
      });
    }));

  test("B107 says that a conversation ended when the visitor ends it, can begin another, and clears its session, with its window", () =>
    withDriver({}, async (page) => {
      await prepare(page);
      await launch(page);
      await page.getByRole("button", { name: "End the chat" }).click();
      await untilReport(page, "ended");
      expect(await prepare(page)).toBe("ready");
      expect(await launch(page)).toBe("launched");
      const region = page.getByRole("region", { name: "Simulated chat" });
      await region.waitFor();
      await page.evaluate(() => window.bench.driver.clearSession());
      await region.waitFor({ state: "detached" });
    }));

  test("B109 says what kept a session from being cleared", () =>
    withDriver({ clear: "fails" }, async (page) => {
      await prepare(page);
      await launch(page);
      expect(await page.evaluate(() => window.bench.driver.clearSession().catch(String))).toContain(
        "could not be cleared",
      );
    }));
});
