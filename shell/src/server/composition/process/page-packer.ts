import { toLocalizedPath } from "@site/contracts/locale/locale";
import type { SiteConfig } from "@site/contracts/site/site-config";
import { type Effort, type EncodedBody, efforts, repack } from "../../pages/encoded-page.ts";
import type { LivePage } from "../../pages/site-state.ts";

export interface PagePacker {
  /** Makes the bodies of pages smaller that are not as small as they can be, one after the other. */
  start(pages: ReadonlyMap<string, LivePage>): void;
  /** Ends that: something newer is composed. */
  stop(): void;
}

export interface PagePackerOptions {
  site: SiteConfig;
  /** Whether every page is compressed as well as can be, in the quiet after a flip. */
  workAhead: boolean;
}

/** Milliseconds without a flip before pages are compressed as well as they can be: that takes a core for a while. */
const calmMs = 5000;

/** Makes live bodies smaller, one at a time, off the main thread: one of the four threads of the process that also pack answers. */
export function createPagePacker({ site, workAhead }: PagePackerOptions): PagePacker {
  let latest = 0;
  let calm: NodeJS.Timeout | undefined;

  /** Brings bodies to an effort, while nothing newer is composed. */
  async function packAll(run: number, bodies: Iterable<EncodedBody>, effort: Effort): Promise<void> {
    for (const body of bodies) {
      if (latest !== run) return;
      if (efforts[body.effort] >= efforts[effort]) continue;
      // What cannot be unpacked stays as it is.
      const br = await repack(body, effort).catch(() => undefined);
      if (br) Object.assign(body, { br, effort });
    }
  }

  return {
    start(pages) {
      latest += 1;
      const run = latest;
      const homes = site.locales.map(
        ({ code }) => pages.get(`${code}|none|${toLocalizedPath(site, code, "/")}`)?.document,
      );
      // Home is made as small as can be at once: only then its first window fits the first flight of a connection.
      void packAll(
        run,
        homes.filter((body) => body !== undefined),
        "best",
      ).then(() => packAll(run, listBodies(pages), "quick"));
      clearTimeout(calm);
      if (!workAhead) return;
      calm = setTimeout(() => void packAll(run, listBodies(pages), "best"), calmMs);
      calm.unref();
    },
    stop() {
      latest += 1;
      clearTimeout(calm);
    },
  };
}

function* listBodies(pages: ReadonlyMap<string, LivePage>): Iterable<EncodedBody> {
  for (const { document, payload } of pages.values()) yield* [document, payload];
}
