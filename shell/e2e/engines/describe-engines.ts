import { afterAll, beforeAll, describe } from "vitest";
import { type RunningSite, type SiteId, startSite } from "../harness/start-site.ts";
import { waitUntil } from "../harness/wait-until.ts";
import type { Engine } from "./engine.ts";
import { hasFirefox, openFirefox } from "./open-firefox.ts";
import { hasWebKit, openWebKit } from "./open-webkit.ts";

export interface EngineInUse {
  site(): RunningSite;
  engine(): Engine;
  /** Opens a page of the site, without its locale prefix, in a window of a width, and waits until its core has started. */
  open(path: string, width?: number): Promise<void>;
  /** Waits until a function that runs in the page answers true. Between two documents there is no page to answer. */
  until(what: string, holds: (given: string) => boolean, given?: string): Promise<void>;
}

const engines = [
  { name: "Firefox", isInstalled: hasFirefox, start: openFirefox },
  { name: "WebKit", isInstalled: hasWebKit, start: openWebKit },
] as const;

/** Runs the same promises in the engines that are not Chromium. One that this machine does not have is skipped by its name. */
export function describeEngines(id: SiteId, promises: (underTest: EngineInUse) => void): void {
  for (const { name, isInstalled, start } of engines) {
    describe.skipIf(!isInstalled)(`${id} in ${name}`, () => {
      let started: RunningSite | undefined;
      let opened: Engine | undefined;
      beforeAll(async () => {
        [started, opened] = await Promise.all([startSite(id, { env: { SIMULATORS: "1" } }), start()]);
      });
      afterAll(async () => {
        await opened?.close();
        await started?.stop();
      });
      const site = (): RunningSite => required(started);
      const engine = (): Engine => required(opened);
      const until: EngineInUse["until"] = (what, holds, given = "") => waitUntil(() => engine().evaluate(holds, given).then((answer) => answer === true, () => false), { what });
      promises({
        site, engine, until,
        async open(path, width = 1440) {
          await engine().size(width, 900);
          await engine().open(`${site().origin}${site().prefix}${path}`);
          await until("the core", () => document.documentElement.dataset["screen"] !== undefined);
        },
      });
    });
  }
}

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("It did not start.");
  return value;
}
