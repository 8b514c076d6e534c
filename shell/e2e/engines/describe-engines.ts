import { FindingList, type Invariant, InvariantError } from "@site/contracts/testing/invariants/finding";
import {
  keepingObservers,
  parseKeptFindings,
  restingPath,
  takeKeptFindings,
} from "@site/contracts/testing/invariants/keep-findings";
import { afterAll, afterEach, beforeAll, beforeEach, describe } from "vitest";
import type { SiteAddress } from "../harness/start-site.ts";
import { waitUntil } from "../harness/wait-until.ts";
import type { Engine } from "./engine.ts";
import { hasFirefox, openFirefox } from "./open-firefox.ts";
import { hasWebKit, openWebKit } from "./open-webkit.ts";
import { startCoreNow } from "../harness/hurry-core.ts";

export interface EngineInUse {
  engine(): Engine;
  /** Opens a page of a site, without its locale prefix, in a window of a width, and waits until its core has started. */
  open(site: SiteAddress, path: string, width?: number): Promise<void>;
  /** Waits until a function that runs in the page answers true. Between two documents there is no page to answer. */
  until(what: string, holds: (given: string) => boolean, given?: string): Promise<void>;
  /** Announces what this test breaks on purpose; it has to happen at least once. */
  expects(invariant: Invariant, what: RegExp): void;
  /** Announces what may break and may not, by the moment a thing happens at. */
  permits(invariant: Invariant, what: RegExp): void;
}

const engines = [
  { name: "Firefox", isInstalled: hasFirefox, start: openFirefox },
  { name: "WebKit", isInstalled: hasWebKit, start: openWebKit },
] as const;

export type EngineName = (typeof engines)[number]["name"];

/**
 * Runs the same promises in the engines that are not Chromium: each of these starts once. One that this machine does not have is skipped by its name.
 * The invariants hold here as they do in Chromium (see `open-browser.ts`), as far as the page itself can tell:
 * - No engine but Chromium reports layout shifts.
 * - A request that failed is known by its status alone; one without any answer is not.
 * - The console is what the page's own code writes there, without the engine's remarks.
 * - WebKit's driver runs nothing in a document before it is loaded. What happens between the start of a document and the
 *   first command after it is not seen there: errors of its start, and what a press that loads a document does to it.
 */
export function describeEngines(promises: (underTest: EngineInUse, name: EngineName) => void): void {
  for (const { name, isInstalled, start } of engines) {
    describe.skipIf(!isInstalled)(`in ${name}`, () => {
      let opened: Engine | undefined;
      let list = new FindingList();
      /** The origin of the site that the test opened last; a press may have led to another one. */
      let visited: string | undefined;
      beforeAll(async () => {
        opened = await start();
        await opened.watch(keepingObservers);
      });
      beforeEach(() => {
        list = new FindingList();
        visited = undefined;
      });
      afterEach(async ({ task }) => {
        await engine().open(new URL(restingPath, visited ?? (await engine().url())).href);
        for (const finding of parseKeptFindings(await engine().evaluate(takeKeptFindings, undefined)))
          list.add(finding);
        const faults = [...list.takeFaults(), ...(task.result?.state === "fail" ? [] : list.listUnmet())];
        if (faults.length > 0) throw new InvariantError(`What always holds did not:\n${faults.join("\n")}`);
      });
      afterAll(() => opened?.close());
      const engine = (): Engine => {
        if (opened === undefined) throw new Error(`${name} did not start.`);
        return opened;
      };
      const until: EngineInUse["until"] = (what, holds, given = "") =>
        waitUntil(
          () =>
            engine()
              .evaluate(holds, given)
              .then(
                (answer) => answer === true,
                () => false,
              ),
          { what },
        );
      promises(
        {
          engine,
          until,
          expects: (invariant, what) => list.expect(invariant, what),
          permits: (invariant, what) => list.permit(invariant, what),
          async open({ origin, prefix }, path, width = 1440) {
            visited = origin;
            await engine().size(width, 900);
            await engine().open(`${origin}${prefix}${path}`);
            await until("the page", () => document.readyState === "complete");
            await engine().evaluate(startCoreNow, undefined);
            await until("the core", () => document.documentElement.dataset["screen"] !== undefined);
          },
        },
        name,
      );
    });
  }
}
