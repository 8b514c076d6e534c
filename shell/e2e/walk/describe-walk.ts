import { toLocalizedPath } from "@site/contracts/locale/locale";
import { beforeAll, describe, expect, test } from "vitest";
import { siteConfigs } from "../../sites/sites.ts";
import { pagesOfEachKind } from "../harness/pages-of-each-kind.ts";
import type { SiteId } from "../harness/start-site.ts";
import { useSite } from "../harness/use-site.ts";
import { type Address, findBadLinks, listAddresses, thinFragments } from "./list-addresses.ts";
import { readSite, type ServedPage } from "./read-site.ts";
import { followEach, openEach, type WindowWidth } from "./walk.ts";

/** Milliseconds a walk may take on a machine that is busy with other tests. */
const walkTimeoutMs = 600_000;

const bothWidths: readonly WindowWidth[] = [390, 1440];

/** Widths of the windows in which pages are opened, and in which links are pressed. */
export interface WalkedWidths {
  open: readonly WindowWidth[];
  press: readonly WindowWidth[];
  /** Which of all addresses are opened, and to which of them a link is pressed. All by default. */
  isOpened?(address: Address, all: readonly Address[]): boolean;
  isPressed?(address: Address, all: readonly Address[]): boolean;
}

/** Says whether an address is on one of the pages of each kind, in the default language of the site. */
export function isOfEachKind(id: SiteId): (address: Address) => boolean {
  const config = siteConfigs[id];
  const paths = pagesOfEachKind.map((path) => toLocalizedPath(config, config.defaultLocale, path));
  return ({ url }) => paths.includes(url.pathname);
}

export const everyWidth: WalkedWidths = { open: bothWidths, press: bothWidths };

/**
 * Walks through a site: opens every page and one place of each, and follows a link to each, forward and back. That every
 * place a link names is there is checked in the HTML. All that is wrong is listed at once, one line for each thing.
 * @param isWanted leaves addresses out
 */
export function describeWalk(
  id: SiteId,
  isWanted: (address: Address) => boolean = () => true,
  widths: WalkedWidths = everyWidth,
): void {
  describe(`a walk through ${id}`, () => {
    const underTest = useSite(id);
    let pages = new Map<string, ServedPage>();
    let addresses: Address[] = [];
    const unseen = new Map<WindowWidth, Set<string>>();

    beforeAll(async () => {
      const { page, close } = await underTest.visit();
      pages = await readSite(page, underTest.site());
      await close();
      addresses = thinFragments(listAddresses(pages, underTest.site().origin).filter(isWanted));
    });

    test("every link leads to a page of the sitemap and a place that is there, or outside as a link to another site should", () => {
      expect(addresses.length).toBeGreaterThan(20);
      expect(findBadLinks(pages, underTest.site().origin)).toEqual([]);
    });

    test.for(widths.open)(
      "B284 every page, and one place of each, shows when it is opened, %i pixels wide",
      { timeout: walkTimeoutMs },
      async (width) => {
        const opened = addresses.filter((one) => widths.isOpened?.(one, addresses) ?? true);
        expect(opened.length).toBeGreaterThanOrEqual(pagesOfEachKind.length);
        expect(await openEach({ underTest, pages, width, unseen: new Set() }, opened)).toEqual([]);
      },
    );

    test.for(widths.press)(
      "B284 B285 B289 a press on a link to each page, and to one place of each, shows it, and so do Back and Forward, %i pixels wide",
      { timeout: walkTimeoutMs },
      async (width) => {
        const unseenHere = new Set<string>();
        const pressed = addresses.filter((one) => widths.isPressed?.(one, addresses) ?? true);
        expect(pressed.length).toBeGreaterThanOrEqual(pagesOfEachKind.length);
        expect(await followEach({ underTest, pages, width, unseen: unseenHere }, pressed)).toEqual([]);
        unseen.set(width, unseenHere);
      },
    );

    test.runIf(widths.press.length > 1)("each of these can be pressed at one of the widths", () => {
      const [first, ...others] = widths.press.map((width) => unseen.get(width));
      expect([...(first ?? [])].filter((address) => others.every((set) => set?.has(address)))).toEqual([]);
    });
  });
}
