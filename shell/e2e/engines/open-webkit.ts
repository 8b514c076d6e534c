import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync } from "node:fs";
import * as v from "valibot";
import { findFreePort } from "../harness/free-port.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { type Engine, marked, markVisible } from "./engine.ts";
import { command, elementKey } from "./web-driver.ts";

const driver = "/usr/bin/WebKitWebDriver";
const screen = "/usr/bin/Xvfb";
const [browser] = globSync("/usr/lib/*/webkit2gtk-4.1/MiniBrowser");

/** Whether this machine has WebKit, which `npm test` installs where Debian has it. */
export const hasWebKit = existsSync(driver) && existsSync(screen) && browser !== undefined;

const sessionSchema = v.object({ sessionId: v.string() });
const elementSchema = v.object({ [elementKey]: v.string() });

/** Starts WebKit on a screen that is drawn in memory. */
export async function openWebKit(): Promise<Engine> {
  const display = spawn(screen, ["-displayfd", "1", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [number] = await once(display.stdout, "data");
  const port = await findFreePort();
  const service = spawn(driver, [`--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: `:${String(number).trim()}`,
      WEBKIT_DISABLE_COMPOSITING_MODE: "1",
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
    },
    stdio: "ignore",
  });
  const origin = `http://127.0.0.1:${port}`;
  await waitUntil(
    () =>
      fetch(`${origin}/status`).then(
        ({ ok }) => ok,
        () => false,
      ),
    { what: "the driver of WebKit" },
  );
  const { sessionId } = v.parse(
    sessionSchema,
    await command(`${origin}/session`, "POST", {
      capabilities: { alwaysMatch: { "webkitgtk:browserOptions": { binary: browser, args: ["--automation"] } } },
    }),
  );
  const send = (path: string, method: "POST" | "GET" | "DELETE", body?: object): Promise<unknown> =>
    command(`${origin}/session/${sessionId}${path}`, method, body);
  let watching = "";
  const evaluate: Engine["evaluate"] = (run, given) =>
    send("/execute/sync", "POST", { script: `${watching}return (${String(run)})(...arguments)`, args: [given] });
  return {
    async open(url) {
      await send("/url", "POST", { url });
      await evaluate(() => undefined, undefined);
    },
    url: async () => String(await send("/url", "GET")),
    text: async (selector) =>
      String(await evaluate((wanted) => document.querySelector(wanted)?.textContent ?? "", selector)),
    async click(selector) {
      await waitUntil(async () => (await evaluate(markVisible, selector)) === true, { what: `${selector} to be seen` });
      const { [elementKey]: id } = v.parse(
        elementSchema,
        await send("/element", "POST", { using: "css selector", value: marked }),
      );
      await send(`/element/${id}/click`, "POST", {});
    },
    evaluate,
    // The driver runs nothing in a document before it is loaded.
    async watch(observers) {
      watching = `if (!window.pageWatch) { ${observers.map((observer) => `(${String(observer)})();`).join(" ")} }\n`;
    },
    async back() {
      await evaluate(() => {
        history.back();
      }, undefined);
    },
    async size(width, height) {
      await send("/window/rect", "POST", { width, height });
    },
    async close() {
      await send("", "DELETE");
      await Promise.all([end(service), end(display)]);
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, "close");
  child.kill("SIGTERM");
  await ended;
}
