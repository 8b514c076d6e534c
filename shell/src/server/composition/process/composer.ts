import { setImmediate as yieldToRequests } from "node:timers/promises";
import type { DataDocuments } from "@site/contracts/documents/data-documents";
import { SiteError } from "@site/contracts/errors";
import type { PackageName } from "@site/contracts/names/package-name";
import type { Layout } from "@site/contracts/pages/layout";
import type { ReleaseSet } from "@site/contracts/releases/release-set";
import type { SiteConfig } from "@site/contracts/site/site-config";
import { serverFormat, toBuildId } from "../../pages/build-id.ts";
import { toComposingCode } from "./composing-code.ts";
import { toPageInputs } from "../../pages/page-id.ts";
import { pagesAtOnce } from "../../pages/in-portions.ts";
import { toKeyString } from "../../pages/page-key.ts";
import type { PagePlan } from "../../pages/page-plan.ts";
import { indexSite } from "../../pages/site-index.ts";
import { createSitePlanner } from "../../pages/site-plans.ts";
import type { MissingLocale } from "../fragments/fragment-source.ts";
import type { LoadedPackages } from "../../releases/loaded-release.ts";
import type { SiteState } from "../../pages/site-state.ts";
import { readLayout } from "../../releases/read-layout.ts";
import { createComposeChild } from "./compose-child.ts";
import type { FailureKind, ReceivedReport } from "./compose-messages.ts";
import { type Composed, type ComposeRun, createComposeRun } from "./compose-run.ts";
import { createChangedPages, type WrittenPages } from "./changed-pages.ts";
import { findChanged, findHeads } from "./gather-pages.ts";
import { createPagePacker } from "./page-packer.ts";
import { toComposedFiles, toComposedLayout } from "./composed-files.ts";

export interface Composition {
  state: SiteState;
  /** The keys of the pages that were composed. All other pages are unchanged. */
  composed: readonly string[];
  failures: readonly FailureKind[];
  missingLocales: readonly MissingLocale[];
}

export interface ComposerOptions {
  site: SiteConfig;
  /** Whether every page is compressed with the highest effort, once no flip has happened for a while. */
  workAhead: boolean;
  /** The server's format. Tests pass another one to act as an older or newer server. */
  format?: number;
  /** A hash of the code that composes. Tests pass another one to act as another version of the server. */
  code?: string;
  /** Milliseconds without a message after which a composing process is ended. */
  silenceMs?: number;
  /** A folder for the compiled code of the composing process, which only this server's user may write to. */
  codeCache?: string;
  /**
   * Whether idle processes are kept, so that the next set does not wait for a start: while the site is developed. Then pages are compressed again only to
   * work ahead.
   */
  keepsProcesses?: boolean;
}

export interface Composer {
  /**
   * Composes the changed pages of a set. One call at a time.
   * @param previous the live set: its pages are reused where their inputs did not change, and a page without a fallback is not
   * replaced by a page of the same set with a fallback
   * @param beside another served set, whose equal pages are reused
   * @param isWanted limits the composition to changed pages at such paths; the other pages stay as they are
   * @throws SiteError `COMPOSE_FAILED`, `LAYOUT_*` or `SET_INCOMPLETE` when the set has no layout that this server supports
   */
  compose(
    set: ReleaseSet,
    packages: LoadedPackages,
    data: DataDocuments,
    previous: SiteState | undefined,
    beside?: SiteState,
    isWanted?: (path: string) => boolean,
  ): Promise<Composition>;
  /** The state `before` with only the pages that are equal in a set; without error pages when any page differs. */
  keepSame(
    set: ReleaseSet,
    packages: LoadedPackages,
    data: DataDocuments,
    before: Omit<SiteState, "packages">,
  ): Promise<SiteState>;
  /** Starts the process before an order, because starting takes a while. */
  warm(): void;
  /** Makes the running call of {@link Composer.compose} reject, and ends its process. */
  abandon(): Promise<void>;
  /** The id of the composing process; undefined while there is none. */
  pid(): number | undefined;
  close(): Promise<void>;
}

const nothingWritten: WrittenPages = { pages: new Map(), fragments: new Map() };

/** Milliseconds without work after which the process ends, because it holds as much memory as the server. Only caches are lost. */
const idleMs = 6000;

/** Composes in a separate process, so that a composition, even a failed one, neither delays nor fails requests. */
export function createComposer({
  site,
  workAhead,
  silenceMs,
  codeCache,
  keepsProcesses = false,
  format = serverFormat,
  code = toComposingCode(),
}: ComposerOptions): Composer {
  /** The label of each release that was sent to the process. */
  let sent = new Map<PackageName, string>();
  /** The generation of the process that they were sent to. */
  let sentTo = 0;
  let run: ComposeRun | undefined;
  let runs = 0;
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;

  const child = createComposeChild({
    site,
    silenceMs,
    codeCache,
    keepsProcesses,
    onReport: receive,
    onLost: (error) => run?.fail(error),
  });
  const packer = createPagePacker({ site, workAhead, packs: workAhead || !keepsProcesses });
  const planSite = createSitePlanner(site);
  const changedPages = createChangedPages();

  function receive(report: Exclude<ReceivedReport, { kind: "alive" }>): void {
    if (report.kind === "find")
      return child.send({ kind: "fragments", ask: report.ask, found: run?.findLive(report.digests) ?? [] });
    if (run && report.run === run.id) run.take(report);
  }

  /** Orders pages from the process in portions, and waits for all of them. */
  async function order(
    packages: LoadedPackages,
    data: DataDocuments,
    layout: Layout,
    previous: SiteState | undefined,
    plans: readonly PagePlan[],
  ): Promise<WrittenPages & { outcome: Composed }> {
    runs += 1;
    const keys = plans.map(({ key }) => toKeyString(key));
    const current = createComposeRun(runs, keys, previous?.fragments);
    run = current;
    clearTimeout(idle);
    await child.start();
    if (sentTo !== child.generation()) sent = new Map();
    sentTo = child.generation();
    child.watch(true);
    child.send({
      kind: "order",
      run: runs,
      data,
      format,
      layout: toComposedLayout(layout),
      packages: [...packages].map(
        ([name, release]) =>
          [name, sent.get(name) === release.label ? release.label : toComposedFiles(release, site)] as const,
      ),
    });
    sent = new Map([...packages].map(([name, { label }]) => [name, label]));
    for (let start = 0; start < plans.length; start += pagesAtOnce) {
      const pages = plans
        .slice(start, start + pagesAtOnce)
        .map((plan) => ({ plan, fragments: previous?.pages.get(toKeyString(plan.key))?.fragments ?? [] }));
      child.send({ kind: "pages", run: runs, pages, isLast: start + pagesAtOnce >= plans.length });
      await yieldToRequests();
    }
    const outcome = await current.outcome;
    child.watch(false);
    run = undefined;
    endWhenIdle();
    if (outcome instanceof SiteError) {
      // The process may not have received the packages of the failed run: send them again.
      sent = new Map();
      throw outcome;
    }
    return { ...current, outcome };
  }

  function endWhenIdle(): void {
    clearTimeout(idle);
    if (run || isClosed || keepsProcesses) return;
    idle = setTimeout(() => {
      if (!run) void child.end();
    }, idleMs);
    idle.unref();
  }

  /** The plans of the pages of a set, and their inputs. */
  function toSource(set: ReleaseSet, packages: LoadedPackages, data: DataDocuments, before: SiteState | undefined) {
    const layout = readLayout(packages);
    const heads = findHeads(set, packages, layout, before);
    const inputs = toPageInputs({ site, set, heads, data, format, code });
    return { layout, heads, set, inputs, plans: planSite(data, layout) };
  }

  return {
    pid: child.pid,
    warm() {
      if (isClosed) return;
      child.send({ kind: "warm" });
      endWhenIdle();
    },
    async abandon() {
      run?.fail(new SiteError("COMPOSE_FAILED", { problem: "it was abandoned" }));
      await child.end();
    },
    async keepSame(set, packages, data, saved) {
      const before = { ...saved, packages };
      const { plans, inputs } = toSource(set, packages, data, before);
      const changed = new Set(await findChanged(plans.byKey, inputs, before));
      // An error page would be served in place of pages that are not composed yet.
      const pages = [...saved.pages].filter(
        ([key, { status }]) => plans.byKey.has(key) && !changed.has(key) && (changed.size === 0 || status === 200),
      );
      return { ...before, pages: new Map(pages) };
    },
    async compose(set, packages, data, before, beside, isWanted = () => true) {
      const build = toBuildId(set.id, format);
      const { layout, heads, ...source } = toSource(set, packages, data, before);
      const { plans } = source;
      const base = await changedPages.find(source, before, beside);
      const wanted = base.changed.flatMap((key) => {
        const plan = plans.byKey.get(key);
        return plan && isWanted(plan.key.page) ? [plan] : [];
      });
      packer.stop();
      const done = wanted.length > 0 ? await order(packages, data, layout, base.previous, wanted) : undefined;
      const { pages, fragments } = await changedPages.gather(source, base, done ?? nothingWritten);
      packer.start(pages, ...(beside ? [beside.pages] : []));
      const index = indexSite(layout, pages);
      return {
        state: { set, build, format, layout, packages, heads, pages, fragments, paths: plans.paths, index },
        composed: wanted.map(({ key }) => toKeyString(key)),
        failures: done?.outcome.failures ?? [],
        missingLocales: done?.outcome.missingLocales ?? [],
      };
    },
    async close() {
      isClosed = true;
      clearTimeout(idle);
      packer.stop();
      // A running composition is dropped: its promise never settles.
      run = undefined;
      await child.end();
    },
  };
}
