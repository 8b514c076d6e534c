// The thread that composes: it renders, writes and compresses every page of a set, off to the side of the requests, and
// hands the bytes over. One for the life of a server, for it remembers what it rendered.
import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { toProblem } from "@site/contracts/errors";
import { toLocalizedPath } from "@site/contracts/locale";
import type { PackageName } from "@site/contracts/package-name";
import { type Effort, type EncodedBody, repack, toBody, toEtag } from "../page/encoded-page.ts";
import { FragmentMemory, type MissingLocale, type RemoteFailure } from "../page/render-fragments.ts";
import { readLayout } from "../release/read-layout.ts";
import type { LoadedRelease } from "../release/release-files.ts";
import { createRenderPool } from "../render/render-pool.ts";
import type { ComposeOrder, ComposeReport, ComposeSettings, PagePart, WrittenBody } from "./messages.ts";
import { type PageText, writePages } from "./write-pages.ts";

/** Milliseconds without a flip before pages are compressed as well as they can be: that takes a core for a while. */
const calmTime = 5000;

/** A body the other thread has, and how small it is there. */
interface Body extends EncodedBody {
  /** Whether it is the page where most visitors arrive. */
  isHome: boolean;
}

const { site, workAhead }: ComposeSettings = workerData;
const pool = createRenderPool();
const memory = new FragmentMemory();
const known = new Map<PackageName, LoadedRelease>();
const sent = new Map<string, Record<PagePart, Body>>();
let latest = 0;

parentPort?.on("message", (order: ComposeOrder | "close") => {
  if (order === "close") {
    pool.close();
    // Ends this thread alone, whatever it was composing: nobody waits for it any more.
    process.exit();
  }
  latest = order.run;
  compose(order)
    .then(() => packAll(order.run))
    .catch((error: unknown) => report({ kind: "failed", run: order.run, problem: toProblem(error) }));
});

async function compose({ run, set, build, packages: asked, data }: ComposeOrder): Promise<void> {
  for (const [name, release] of asked) if (typeof release !== "string") known.set(name, toBuffers(release));
  // A package that is not named could not be verified.
  const packages = new Map(asked.flatMap(([name]) => toEntry(name)));
  const failures: RemoteFailure[] = [];
  const missing = new Map<string, MissingLocale>();
  const texts = await writePages(set, build, {
    packages, layout: readLayout(packages), site, data, pool, memory,
    onFailure: (failure) => failures.push(failure),
    onMissingLocale: (one) => missing.set(`${one.remote} ${one.locale}`, one),
  });
  const written = new Set<string>();
  const paths = new Set<string>();
  for (const text of texts) {
    send(run, text);
    written.add(text.id);
    if (text.status === 200) paths.add(text.key.page);
  }
  for (const key of sent.keys()) if (!written.has(key)) sent.delete(key);
  report({ kind: "composed", run, paths: [...paths].toSorted(), failures, missingLocales: [...missing.values()] });
}

function send(run: number, text: PageText): void {
  const before = sent.get(text.id);
  const { key: { page, locale, rule } } = text;
  // What nearly everybody asks for is compressed before it goes live, the rest right after.
  const isOpen = rule === "none" && text.status === 200;
  const isHome = isOpen && page === toLocalizedPath(site, locale, "/");
  const document = write(text.document, before?.document, isOpen ? "quick" : "fast", isHome);
  const payload = write(text.payload, before?.payload, "fast", false);
  sent.set(text.id, { document: document.body, payload: payload.body });
  const { id: key, key: _key, ...record } = text;
  report({ kind: "page", run, page: { ...record, key, document: document.written, payload: payload.written } });
}

function write(text: string, before: Body | undefined, effort: Effort, isHome: boolean): { body: Body; written: WrittenBody | "same" } {
  const etag = toEtag(Buffer.from(text));
  if (before?.etag === etag) return { body: before, written: "same" };
  const body = toBody(text, effort);
  return { body: { ...body, isHome }, written: body };
}

/**
 * Compresses what was not, and in time all of it as well as can be, one body after the other while nothing newer is
 * composed. Home is made as small as can be at once: only then its first window fits the first flight of a connection.
 */
async function packAll(run: number): Promise<void> {
  await packWhere(run, "quick", "best", ({ isHome }) => isHome);
  await packWhere(run, "fast", "quick");
  if (!workAhead) return;
  await delay(calmTime, undefined, { ref: false });
  await packWhere(run, "quick", "best");
}

async function packWhere(run: number, from: Effort, to: Effort, isMeant: (body: Body) => boolean = () => true): Promise<void> {
  for (const [key, bodies] of sent) {
    for (const part of ["document", "payload"] as const) {
      const body = bodies[part];
      if (body.effort !== from || !isMeant(body)) continue;
      // An order that came meanwhile goes first.
      await nextTurn();
      if (latest !== run) return;
      Object.assign(body, { br: await repack(body, to), effort: to });
      report({ kind: "packed", run, key, part, br: body.br, effort: to });
    }
  }
}

function toEntry(name: PackageName): [PackageName, LoadedRelease][] {
  const release = known.get(name);
  return release ? [[name, release]] : [];
}

/** Buffers come over as plain arrays of bytes. */
function toBuffers({ files, ...release }: LoadedRelease): LoadedRelease {
  return { ...release, files: new Map([...files].map(([path, { buffer, byteOffset, byteLength }]) => [path, Buffer.from(buffer, byteOffset, byteLength)])) };
}

function report(message: ComposeReport): void {
  parentPort?.postMessage(message);
}
