import { once } from "node:events";
import { existsSync } from "node:fs";
import { launch, ProtocolError } from "puppeteer-core";
import { waitUntil } from "../harness/wait-until.ts";
import { type Engine, marked, markVisible } from "./engine.ts";

const firefox = "/usr/bin/firefox-esr";

/** Whether this machine has Firefox, which `npm test` installs where Debian has it. */
export const hasFirefox = existsSync(firefox);

/** Starts Firefox without a window. */
export async function openFirefox(): Promise<Engine> {
  const browser = await launch({ browser: "firefox", executablePath: firefox, headless: true });
  const page = await browser.newPage();
  return {
    async open(url) {
      await page.goto(url, { waitUntil: "load" });
    },
    url: () => page.evaluate(() => location.href),
    text: (selector) => page.evaluate((wanted) => document.querySelector(wanted)?.textContent ?? "", selector),
    async click(selector) {
      await waitUntil(() => page.evaluate(markVisible, selector), { what: `${selector} to be seen` });
      await page.click(marked);
    },
    evaluate: (run, given) => page.evaluate(`(${String(run)})(${JSON.stringify(given)})`),
    async watch(observers) {
      for (const observer of observers) await page.evaluateOnNewDocument(observer);
    },
    async back() {
      await page.evaluate(() => history.back());
    },
    async size(width, height) {
      try {
        await page.setViewport({ width, height });
      } catch (error) {
        // Firefox of extended support does not know the driver's command for the orientation. The size was asked for before it.
        if (!(error instanceof ProtocolError && error.message.includes("setScreenOrientationOverride"))) throw error;
      }
      await waitUntil(() => page.evaluate((wanted) => innerWidth === wanted, width), { what: `a width of ${width}` });
    },
    async close() {
      const child = browser.process();
      if (!child) throw new Error("Firefox was not started here.");
      const ended = once(child, "exit");
      // Asked to close by the protocol, it writes its profile first, which is removed then: that takes one to four seconds.
      child.kill("SIGTERM");
      await ended;
    },
  };
}
