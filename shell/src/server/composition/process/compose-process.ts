// The composing process: it renders, writes and compresses the ordered pages, and sends each when it is done. It may end at any
// moment, because everything in its memory can be loaded or rendered again.
import { flushCompileCache } from "node:module";
import { setTimeout as delay } from "node:timers/promises";
import { setLayers } from "@site/contracts/confine/layers";
import { toProblem } from "@site/contracts/errors";
import type { PackageName } from "@site/contracts/names/package-name";
import type { SiteConfig } from "@site/contracts/site/site-config";
import { type EncodedBody, toFlipBody } from "../../pages/encoded-page.ts";
import { SlotWriter } from "../documents/slot-parts.ts";
import type { TextPart } from "../documents/text-part.ts";
import { FragmentMemory } from "../fragments/fragment-memory.ts";
import { toKeyString } from "../../pages/page-key.ts";
import type { PagePlan } from "../../pages/page-plan.ts";
import type { MissingLocale, RemoteFailure } from "../fragments/fragment-source.ts";
import type { LoadedRelease } from "../../releases/loaded-release.ts";
import { createRenderPool } from "../render/render-pool.ts";
import {
  type ComposeOrder,
  type ComposeReport,
  type ComposeRequest,
  type FailureKind,
  keepsProcessesFlag,
  maxTextBytes,
  type OrderedPage,
} from "./compose-messages.ts";
import { createPageWriter, type PageText } from "./write-pages.ts";

/**
 * Pages that are rendered together. While they are written, the next are rendered, so twice as many are in memory as text. Pages
 * of one path that differ in the country rule are in one portion, as they share fragments.
 */
const pagesAtOnce = 16;

/** Most written pages that wait to be sent while the next are written. */
const pagesBeside = 3;

/** Milliseconds between two `alive` messages during a run. */
const aliveEveryMs = 1000;

/** The timeout in milliseconds for fragments from the server. After it the slots are rendered. */
const findTimeoutMs = 5000;

/** Most characters of a problem, and most kinds of failures, in a report. */
const maxProblem = 2000;
const maxFailureKinds = 1000;

/** Milliseconds without work after which a render process ends: the next release has processes of its own. */
const renderIdleMs = process.argv.includes(keepsProcessesFlag) ? 3_600_000 : 5000;

const pool = createRenderPool({ idleMs: renderIdleMs });
const known = new Map<PackageName, LoadedRelease>();
const asks = new Map<number, (found: ReadonlyMap<string, Buffer>) => void>();
const memory = new FragmentMemory(find);
const slotWriter = new SlotWriter();
let site: SiteConfig | undefined;
let order: { order: ComposeOrder; pages: OrderedPage[] } | undefined;
let askCount = 0;

// The server has ended: drop the run and exit.
process.on("disconnect", () => {
  pool.close();
  process.exit();
});

process.on("message", (request: ComposeRequest) => {
  if (request.kind === "start") {
    site = request.site;
    setLayers(request.layers);
  } else if (request.kind === "warm") pool.warm(known.get("shell"));
  else if (request.kind === "order") order = { order: request, pages: [] };
  else if (request.kind === "fragments")
    asks.get(request.ask)?.(new Map(request.found.map(([digest, packed]) => [digest, Buffer.from(packed)])));
  else addPages(request);
});

function addPages({ run, pages, isLast }: Extract<ComposeRequest, { kind: "pages" }>): void {
  if (!site || order?.order.run !== run) return;
  order.pages.push(...pages);
  if (!isLast) return;
  const alive = setInterval(() => void report({ kind: "alive" }), aliveEveryMs);
  compose(order.order, order.pages, site)
    .catch((error: unknown) => report({ kind: "failed", run, problem: toProblem(error).slice(0, maxProblem) }))
    .finally(() => {
      clearInterval(alive);
      // Releases are often promoted in a row, or rolled back.
      pool.warm(known.get("shell"));
      // Written now, because the process is killed and does not exit by itself.
      flushCompileCache();
    });
  order = undefined;
}

async function compose(
  { run, format, layout, packages: asked, data }: ComposeOrder,
  ordered: readonly OrderedPage[],
  site: SiteConfig,
): Promise<void> {
  for (const [name, release] of asked) if (typeof release !== "string") known.set(name, release);
  // The order leaves out packages that could not be verified.
  const packages = new Map(asked.flatMap(([name]) => toEntry(name)));
  const failures: RemoteFailure[] = [];
  const missing = new Map<string, MissingLocale>();
  const source = {
    packages,
    layout,
    site,
    data,
    pool,
    memory,
    onFailure: (failure: RemoteFailure) => failures.push(failure),
    onMissingLocale: (one: MissingLocale) => missing.set(`${one.remote} ${one.locale}`, one),
  };
  const write = createPageWriter(format, source, slotWriter);
  const plans = ordered.map(({ plan }) => plan);
  const fragments = new Map(ordered.map((page) => [toKeyString(page.plan.key), page.fragments]));
  /** The digests of the fragments that the server has. */
  const there = new Set(ordered.flatMap((page) => page.fragments.map(({ digest }) => digest)));
  const portions = Array.from({ length: Math.ceil(plans.length / pagesAtOnce) }, (_, index) =>
    plans.slice(index * pagesAtOnce, (index + 1) * pagesAtOnce),
  );
  const render = (portion: readonly PagePlan[]): Promise<Iterable<PageText>> => {
    memory.begin(portion.map(({ key }) => [toKeyString(key), fragments.get(toKeyString(key)) ?? []]));
    return write(portion);
  };
  let sending: Promise<unknown> = Promise.resolve();
  for (const portion of portions) {
    const texts = await render(portion);
    await sending;
    sending = Promise.all(Array.from({ length: pagesBeside }, () => sendAll(run, texts, there)));
    // Awaited after the next portion, where an error fails the run. Until then it must not count as unhandled.
    sending.catch(() => undefined);
  }
  await sending;
  await report({ kind: "composed", run, failures: toKinds(failures), missingLocales: [...missing.values()] });
}

/** Writes and sends pages. Several calls share one iterable: while one page is compressed, the next is written. */
async function sendAll(run: number, texts: Iterable<PageText>, there: Set<string>): Promise<void> {
  for (const text of texts) await send(run, text, there);
}

async function send(
  run: number,
  { key, plan: _plan, document, payload, ...page }: PageText,
  there: Set<string>,
): Promise<void> {
  for (const origin of page.fragments) {
    if (there.has(origin.digest)) continue;
    there.add(origin.digest);
    const packed = await memory.pack(origin);
    if (packed) await report({ kind: "fragment", run, digest: origin.digest, packed });
  }
  await report({ kind: "page", run, key, page: { ...page, document: encode(document), payload: encode(payload) } });
}

/** Compresses a text with the lowest effort: that of a page which goes live is compressed again soon after. */
function encode(text: TextPart): EncodedBody {
  const body = toFlipBody(text);
  if (body.size > maxTextBytes) throw new Error(`a page has ${body.size} bytes, and ${maxTextBytes} are sent at most`);
  return body;
}

/** Asks the server for fragments by their digests. */
async function find(digests: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
  askCount += 1;
  const ask = askCount;
  const answer = new Promise<ReadonlyMap<string, Buffer>>((resolve) => asks.set(ask, resolve));
  await report({ kind: "find", ask, digests: [...digests] });
  const found = await Promise.race([answer, delay(findTimeoutMs, new Map<string, Buffer>(), { ref: false })]);
  asks.delete(ask);
  return found;
}

/** Groups equal failures: a remote that fails in the same way on a thousand pages is one kind. */
function toKinds(failures: readonly RemoteFailure[]): FailureKind[] {
  const kinds = Map.groupBy(failures, ({ island, problem }) => `${island} ${problem}`);
  return [...kinds.values()].slice(0, maxFailureKinds).flatMap((kind) => {
    const last = kind.at(-1);
    return last ? [{ ...last, problem: last.problem.slice(0, maxProblem), pages: kind.length }] : [];
  });
}

function toEntry(name: PackageName): [PackageName, LoadedRelease][] {
  const release = known.get(name);
  return release ? [[name, release]] : [];
}

/** Resolves when the message is sent, so that at most `pagesBeside` pages wait for the server. */
function report(message: ComposeReport): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected) process.send?.(message, undefined, undefined, () => resolve());
  });
}
