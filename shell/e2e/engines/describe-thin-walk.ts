import { expect, test } from "vitest";
import { judgeUntilRight, settleMs } from "../walk/look-around.ts";
import type { ServedPage } from "../walk/read-site.ts";
import type { SiteAddress } from "../harness/start-site.ts";
import type { EngineInUse, EngineName } from "./describe-engines.ts";
import { sampled, sampledCases } from "../harness/sampled.ts";

/** One address of each kind: a page of each layout and remote, with a query, with a fragment, with one that names nothing. A sample has these alone. */
const addresses = sampledCases(8, [
  "/",
  "/#no-such-place",
  "/?x=1#tournaments",
  "/contact/#content",
  "/ggteam/",
  "/ggteam/ace-marlowe/#content",
  "/responsible-gaming/#limits",
  "/download/",
  "/#special-features",
  "/about-us/",
  "/terms-conditions/#complaints",
]);

/** A press of each kind: a page of the site, one with a parameter, a place in the page, in another page, and in home. */
const presses = [
  { from: "/about-us/", link: "footer a[href='/contact/']", to: "/contact/" },
  { from: "/ggteam/", link: "main a[href='/ggteam/ace-marlowe/']", to: "/ggteam/ace-marlowe/" },
  { from: "/terms-conditions/", link: "main a[href='#complaints']", to: "/terms-conditions/#complaints" },
  { from: "/house-rules/", link: "main a[href='/terms-conditions/#complaints']", to: "/terms-conditions/#complaints" },
];

/** A walk through what addresses and links of each kind lead to, in an engine. */
export function describeThinWalk(
  { engine, open, until, permits }: EngineInUse,
  name: EngineName,
  { site, pages }: { site(): SiteAddress; pages(): ReadonlyMap<string, ServedPage> },
): void {
  /** In a sample each engine has one window: WebKit, which phones have, a narrow one. */
  const widths = sampled({ all: [390, 1440], sample: [name === "WebKit" ? 390 : 1440] });

  /** In a sample each one is tried in one engine. */
  function ofEngine<T>(all: readonly T[]): readonly T[] {
    const turn = name === "Firefox" ? 0 : 1;
    return sampled({ all, sample: all.filter((_one, index) => index % 2 === turn) });
  }

  /** On the page with the chat its queue is asked once the launcher is hydrated, which may be before the next page is opened; it leads nowhere here. */
  const permitNoQueue = (): void => permits("console error", /^The chat's queue did not say/);

  /** What is wrong with the page that is open. */
  async function look(path: string, arrival: { isSoft: boolean; isArrival: boolean }): Promise<unknown> {
    const { href, pathname } = new URL(path, site().origin);
    const page = pages().get(pathname);
    if (!page) throw new Error(`The sitemap does not list ${pathname}.`);
    const { title, text, stillText } = page;
    return engine().evaluate(judgeUntilRight, { href, title, text, stillText, settleMs, ...arrival });
  }

  /** Lets the core decide again what is mounted, and waits for that. */
  const untilMounted = (): Promise<unknown> =>
    engine().evaluate(async () => {
      await new Promise((done) => {
        addEventListener("single-spa:routing-event", done, { once: true });
        dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
      });
    }, undefined);

  test.for(widths)(
    "B284 an address of each kind shows its page when it is opened, %i pixels wide",
    { timeout: 240_000 },
    async (width) => {
      permitNoQueue();
      const findings: string[] = [];
      for (const address of ofEngine(addresses)) {
        await open(site(), address, width);
        await untilMounted();
        const problems = await look(address, { isSoft: false, isArrival: !address.endsWith("no-such-place") });
        if (String(problems) !== "") findings.push(`${address} opened at ${width}: ${String(problems)}`);
      }
      expect(findings).toEqual([]);
    },
  );

  test.for(widths)(
    "B284 a press on a link of each kind shows its page and its place, and Back returns, %i pixels wide",
    { timeout: 240_000 },
    async (width) => {
      permitNoQueue();
      const findings: string[] = [];
      for (const { from, link, to } of ofEngine(presses)) {
        await open(site(), from, width);
        await engine().evaluate(() => {
          for (const details of document.querySelectorAll<HTMLDetailsElement>("main details")) details.open = true;
        }, undefined);
        await engine().click(link);
        const arrived = await look(to, { isSoft: true, isArrival: true });
        await engine().back();
        await until("the address before", (href) => location.href === href, new URL(from, site().origin).href);
        const returned = await look(from, { isSoft: true, isArrival: false });
        for (const problems of [arrived, returned])
          if (String(problems) !== "") findings.push(`${from} -> ${to} at ${width}: ${String(problems)}`);
      }
      expect(findings).toEqual([]);
    },
  );
}
