import { Worker } from "node:worker_threads";
import type { DataDocuments } from "@site/contracts/data-documents";
import { SiteError } from "@site/contracts/errors";
import type { PackageName } from "@site/contracts/package-name";
import type { ReleaseSet } from "@site/contracts/release-set";
import type { EncodedBody } from "../page/encoded-page.ts";
import type { LoadedPackages, MissingLocale, RemoteFailure } from "../page/render-fragments.ts";
import { toBuildId } from "../page/build-id.ts";
import { readLayout } from "../release/read-layout.ts";
import type { LivePage, SiteState } from "../page/site-state.ts";
import type { ComposeOrder, ComposeReport, ComposeSettings, WrittenBody, WrittenPage } from "./messages.ts";

export interface Composition {
  state: SiteState;
  failures: readonly RemoteFailure[];
  missingLocales: readonly MissingLocale[];
}

export interface ComposerOptions extends ComposeSettings {
  /** The server's format; another one stands for a server of before or after. */
  format?: number;
}

export interface Composer {
  /**
   * Composes every page of a set. One call at a time.
   * @param previous what is live: its bodies are kept where they did not change, and a good page of the same set is not
   * replaced by one with a stand-in in it
   * @throws SiteError `COMPOSE_FAILED`, `LAYOUT_*` or `SET_INCOMPLETE` when the shell's release says no layout that this server knows
   */
  compose(set: ReleaseSet, packages: LoadedPackages, data: DataDocuments, previous: SiteState | undefined): Promise<Composition>;
  close(): Promise<void>;
}

interface Run {
  id: number;
  set: ReleaseSet;
  pages: Map<string, LivePage>;
  previous: SiteState | undefined;
  settle(report: Extract<ComposeReport, { kind: "composed" }> | SiteError): void;
}

/** Megabytes of heap the thread may use: a site of a thousand pages takes a quarter of it. */
const memory = 512;

const threadFile = new URL("./compose-thread.ts", import.meta.url);

/** Composes in a thread of its own, so that a flip costs the requests nothing. A thread that dies is replaced. */
export function createComposer({ format, ...settings }: ComposerOptions): Composer {
  let thread: Worker | undefined;
  /** What the thread was told already, by label. */
  let told = new Map<PackageName, string>();
  /** The pages as the thread last sent them: what "same" means. */
  let sent = new Map<string, LivePage>();
  let run: Run | undefined;
  let runs = 0;

  function start(): Worker {
    const started = new Worker(threadFile, { execArgv: [], workerData: settings, resourceLimits: { maxOldGenerationSizeMb: memory } });
    const lose = (cause: unknown): void => {
      if (thread !== started) return;
      thread = undefined;
      told = new Map();
      sent = new Map();
      run?.settle(new SiteError("COMPOSE_FAILED", { problem: cause instanceof Error ? cause.message : "its thread ended" }, { cause }));
    };
    started.on("message", receive);
    started.on("error", lose);
    started.on("exit", lose);
    return started;
  }

  function receive(report: ComposeReport): void {
    if (!run || report.run !== run.id) return;
    if (report.kind === "page") add(run, report.page);
    else if (report.kind === "packed") replaceBrotli(report);
    else if (report.kind === "composed") run.settle(report);
    else run.settle(new SiteError("COMPOSE_FAILED", { problem: report.problem }));
  }

  function add({ set, pages, previous }: Run, written: WrittenPage): void {
    const before = sent.get(written.key);
    const { key, ...record } = written;
    const page: LivePage = { ...record, document: toBody(written.document, before?.document), payload: toBody(written.payload, before?.payload) };
    sent.set(key, page);
    const good = previous?.pages.get(key);
    const stays = page.hasFallback && good && !good.hasFallback && previous?.set.id === set.id;
    pages.set(key, stays ? good : page);
  }

  function replaceBrotli({ key, part, br, effort }: Extract<ComposeReport, { kind: "packed" }>): void {
    const body = sent.get(key)?.[part];
    if (body) Object.assign(body, { br: toBuffer(br), effort });
  }

  return {
    async compose(set, packages, data, previous) {
      thread ??= start();
      runs += 1;
      const layout = readLayout(packages);
      const build = toBuildId(set.id, format);
      const order: ComposeOrder = {
        run: runs, set, build, data,
        packages: [...packages].map(([name, release]) => [name, told.get(name) === release.label ? release.label : release] as const),
      };
      const pages = new Map<string, LivePage>();
      const { promise, resolve } = Promise.withResolvers<Extract<ComposeReport, { kind: "composed" }> | SiteError>();
      run = { id: runs, set, pages, previous, settle: resolve };
      for (const [name, { label }] of packages) told.set(name, label);
      thread.postMessage(order);
      const outcome = await promise;
      if (outcome instanceof SiteError) throw outcome;
      for (const key of sent.keys()) if (!pages.has(key)) sent.delete(key);
      return { state: { set, build, layout, packages, pages, paths: outcome.paths }, failures: outcome.failures, missingLocales: outcome.missingLocales };
    },
    async close() {
      const ending = thread;
      thread = undefined;
      if (!ending) return;
      ending.postMessage("close");
      await new Promise((resolve) => ending.once("exit", resolve));
    },
  };
}

function toBody(written: WrittenBody | "same", before: EncodedBody | undefined): EncodedBody {
  if (written === "same") {
    if (!before) throw new SiteError("COMPOSE_FAILED", { problem: "a page is said to be what it never was" });
    return before;
  }
  return { ...written, br: toBuffer(written.br) };
}

function toBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
