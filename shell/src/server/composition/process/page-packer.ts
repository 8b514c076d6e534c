import { toLocalizedPath } from "@site/contracts/locale/locale";
import type { SiteConfig } from "@site/contracts/site/site-config";
import { type Effort, type EncodedBody, efforts, repack } from "../../pages/encoded-page.ts";
import type { LivePage } from "../../pages/site-state.ts";

export interface PagePacker {
  /** Compresses the bodies of the pages of all sets that are served again with a higher effort, in sequence, unless newer pages are composed soon. */
  start(...sets: readonly ReadonlyMap<string, LivePage>[]): void;
  /** Stops compressing, because newer pages are composed. */
  stop(): void;
}

export interface PagePackerOptions {
  site: SiteConfig;
  /** Whether pages are compressed again at all. A browser on this machine has no use for it. */
  packs?: boolean;
  /** Whether every page is compressed with the highest effort, once no flip has happened for a while. */
  workAhead: boolean;
}

/** Milliseconds without a flip before pages are compressed again: promotes often come in a row, and compressing would delay the next. */
const settleMs = 300;

/** Milliseconds without a flip before all pages are compressed with the highest effort, which takes one core for a while. */
const calmMs = 5000;

/** Compresses live bodies one at a time, on one of the process's four worker threads, which compress answers as well. */
export function createPagePacker({ site, workAhead, packs = true }: PagePackerOptions): PagePacker {
  let latest = 0;
  let settled: NodeJS.Timeout | undefined;
  let calm: NodeJS.Timeout | undefined;

  /** Compresses bodies with an effort, until newer pages are composed. */
  async function packAll(run: number, bodies: Iterable<EncodedBody>, effort: Effort): Promise<void> {
    for (const body of bodies) {
      if (latest !== run) return;
      if (efforts[body.effort] >= efforts[effort]) continue;
      // Leave a body unchanged when it cannot be unpacked.
      const br = await repack(body, effort).catch(() => undefined);
      if (br) Object.assign(body, { br, effort });
    }
  }

  return {
    start(...sets) {
      latest += 1;
      if (!packs) return;
      const run = latest;
      const homes = sets.flatMap((pages) =>
        site.locales.map(({ code }) => pages.get(`${code}|none|${toLocalizedPath(site, code, "/")}`)?.document),
      );
      clearTimeout(settled);
      clearTimeout(calm);
      settled = setTimeout(() => {
        // Home first, with the best effort: only then its first viewport fits the first flight of a connection.
        void packAll(
          run,
          homes.filter((body) => body !== undefined),
          "best",
        ).then(() => packAll(run, listBodies(sets), "quick"));
      }, settleMs);
      settled.unref();
      if (!workAhead) return;
      calm = setTimeout(() => void packAll(run, listBodies(sets), "best"), calmMs);
      calm.unref();
    },
    stop() {
      latest += 1;
      clearTimeout(settled);
      clearTimeout(calm);
    },
  };
}

/** The bodies of sets. A page that several sets share is read again, and is then compressed already. */
function* listBodies(sets: readonly ReadonlyMap<string, LivePage>[]): Iterable<EncodedBody> {
  for (const pages of sets) for (const { document, payload } of pages.values()) yield* [document, payload];
}
