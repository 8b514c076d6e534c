import { toLocalizedPath } from "@site/contracts/locale";
import type { SiteConfig } from "@site/contracts/site-config";
import { type Effort, type EncodedBody, efforts } from "../page/encoded-page.ts";
import type { LivePage } from "../page/site-state.ts";
import type { ComposeRequest, ReceivedReport } from "./messages.ts";

export interface PagePacker {
  /** Makes the bodies of pages smaller that are not as small as they can be, one after the other. */
  start(pages: ReadonlyMap<string, LivePage>): void;
  /** Ends that: something newer is composed. */
  stop(): void;
  accept(report: Extract<ReceivedReport, { kind: "packed" }>): void;
  /** The process is gone, and with it the body it was at. */
  forget(): void;
  isBusy(): boolean;
}

export interface PagePackerOptions {
  site: SiteConfig;
  /** Whether every page is compressed as well as can be, in the quiet after a flip. */
  workAhead: boolean;
  send(request: ComposeRequest): void;
  onDone(): void;
}

/** Milliseconds without a flip before pages are compressed as well as they can be: that takes a core for a while. */
const calmMs = 5000;

/** Packs live bodies in the composing process, which keeps none of them. */
export function createPagePacker({ site, workAhead, send, onDone }: PagePackerOptions): PagePacker {
  let latest = 0;
  let jobs = 0;
  let underWay: { job: number; settle(br: Buffer | undefined): void } | undefined;
  let busy = 0;
  let calm: NodeJS.Timeout | undefined;

  /** Bodies of one effort at another, while nothing newer is composed. */
  async function packAll(run: number, bodies: Iterable<EncodedBody>, effort: Effort): Promise<void> {
    for (const body of bodies) {
      if (latest !== run) return;
      if (efforts[body.effort] >= efforts[effort]) continue;
      jobs += 1;
      const { promise, resolve } = Promise.withResolvers<Buffer | undefined>();
      underWay = { job: jobs, settle: resolve };
      send({ kind: "pack", job: jobs, br: body.br, size: body.size, effort });
      const br = await promise;
      // Without a process the rest waits for the next flip.
      if (!br) return;
      Object.assign(body, { br, effort });
    }
  }

  async function whileBusy(work: Promise<void>): Promise<void> {
    busy += 1;
    await work;
    busy -= 1;
    if (busy === 0) onDone();
  }

  return {
    start(pages) {
      latest += 1;
      const run = latest;
      const homes = site.locales.map(({ code }) => pages.get(`${code}|none|${toLocalizedPath(site, code, "/")}`)?.document);
      // Home is made as small as can be at once: only then its first window fits the first flight of a connection.
      void whileBusy(packAll(run, homes.filter((body) => body !== undefined), "best").then(() => packAll(run, listBodies(pages), "quick")));
      clearTimeout(calm);
      if (!workAhead) return;
      calm = setTimeout(() => void whileBusy(packAll(run, listBodies(pages), "best")), calmMs);
      calm.unref();
    },
    stop() {
      latest += 1;
      clearTimeout(calm);
    },
    accept({ job, br }) {
      if (underWay?.job === job) underWay.settle(br);
    },
    forget() {
      underWay?.settle(undefined);
    },
    isBusy: () => busy > 0,
  };
}

function* listBodies(pages: ReadonlyMap<string, LivePage>): Iterable<EncodedBody> {
  for (const { document, payload } of pages.values()) yield* [document, payload];
}
