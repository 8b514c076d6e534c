import type { IslandContext, PageHead, RenderedIsland } from "../../src/islands/island.ts";
import type { PageState } from "../../src/pages/payload.ts";
import type { ReleaseExpose } from "../../src/releases/release.ts";
import { type IslandName, parseIslandName, toIslandParts } from "../../src/names/island-name.ts";
import { explainThrown } from "../../release-checks/explain-thrown.ts";
import { listIds } from "../../answers/list-ids.ts";
import { findHtmlProblems, invokers } from "../../release-checks/find-html-problems.ts";
import { findTextProblems, findUnfilled } from "../../release-checks/find-text-problems.ts";
import { toSourcePlace } from "../../release-checks/to-source-place.ts";
import type { Position } from "../../src/islands/thrown-at.ts";
import { fakePages, isPageIsland } from "../fake-pages.ts";
import { fakeData, fakeSite } from "../fake-site.ts";
import type { Problem } from "./build-status.ts";
import { escapeHtml } from "./escape-html.ts";
import type { Settings } from "./settings.ts";
import type { Snapshot } from "./snapshot.ts";

/** An island of the remote, rendered, with what is inside of it. */
export interface Preview {
  island: IslandName;
  html: string;
  /** Whether the island rendered without an error and has no HTML with these settings, as an island that shows something on other pages only. */
  isEmpty: boolean;
  head: PageHead | undefined;
  /** The islands that can hydrate, by the id of their slot. */
  islands: PageState["islands"];
  context: IslandContext;
  /** The exposes whose styles the page needs. */
  exposes: ReleaseExpose[];
  problems: Problem[];
}

/** The deepest nesting of islands; deeper is taken for an endless one. */
const maxDepth = 4;
const slotPattern = /<div data-slot="([a-z0-9-]+\/[a-z][a-z0-9-]*)" data-variant="([a-z0-9-]*)"><\/div>/g;

/** Renders one island as the shell would; places for islands of other remotes get a labelled box. Never throws. */
export async function composePreview(snapshot: Snapshot, settings: Settings): Promise<Preview> {
  const { name } = snapshot;
  const island: IslandName = `${name}/${settings.expose}`;
  const preview: Preview = {
    island,
    html: "",
    isEmpty: false,
    head: undefined,
    islands: {},
    context: toContext(settings),
    exposes: [],
    problems: [],
  };
  const used = new Map<string, number>();

  const render = async (inner: IslandName, variant: string, depth: number): Promise<string> => {
    const count = (used.get(inner) ?? 0) + 1;
    used.set(inner, count);
    const id = count === 1 ? inner : `${inner}.${count}`;
    const { expose: key } = toIslandParts(inner);
    const expose = snapshot.exposes.find((one) => one.key === key);
    if (!expose || depth > maxDepth) {
      preview.problems.push({
        kind: "render",
        text: expose ? `${inner} contains itself.` : `There is no expose ${key}.`,
      });
      return "";
    }
    if (!preview.exposes.includes(expose)) preview.exposes.push(expose);
    const data = Object.fromEntries(expose.data.map((one) => [one, preview.context.data[one]]));
    const [outcome] = await snapshot.remote.render([
      { expose: key, id, context: { ...preview.context, data, variant } },
    ]);
    const html = outcome?.ok ? outcome.island.html : "";
    if (outcome?.ok) {
      if (depth === 0) {
        preview.head = outcome.island.head;
        preview.isEmpty = html === "";
      }
      const near = await findNearIds(html, snapshot, preview.context);
      preview.problems.push(
        ...findOutcomeProblems(outcome.island, { snapshot, near, imageOrigin: preview.context.site.imageOrigin }).map(
          (problem) => ({ ...problem, text: `${inner}: ${problem.text}` }),
        ),
      );
    } else preview.problems.push(toRenderProblem(snapshot, inner, outcome ?? { problem: "it was not rendered" }));
    if (expose.hydrate !== "never")
      preview.islands[id] = { island: inner, version: snapshot.version, variant, data: [...expose.data] };
    let filled = "";
    let end = 0;
    for (const { 0: place, 1: slot = "", 2: slotVariant = "", index } of html.matchAll(slotPattern)) {
      const slotted = parseIslandName(slot);
      const content =
        toIslandParts(slotted).owner === name
          ? await render(slotted, slotVariant, depth + 1)
          : toPlaceholder(slotted, slotVariant);
      filled += html.slice(end, index) + content;
      end = index + place.length;
    }
    return `<div${toPlace(inner, variant, depth, expose)}${toIslandAttributes(id, expose)}>${filled}${html.slice(end)}</div>`;
  };

  // Not a failure: a site may have a language a remote lacks, and shows it in another (B184).
  if (snapshot.locales.length > 0 && !snapshot.locales.includes(settings.locale)) {
    preview.problems.push({
      kind: "message",
      text: `There are no messages in ${settings.locale}; another language is shown.`,
    });
  }
  preview.html = await render(island, settings.variant, 0);
  return preview;
}

const invoking = new RegExp(` (?:${[...invokers].join("|")})="`, "i");

/** The ids in all islands of the remote: a button may open an element of another island. The islands are rendered only for HTML with such a button. */
async function findNearIds(html: string, snapshot: Snapshot, context: IslandContext): Promise<ReadonlySet<string>> {
  if (!invoking.test(html)) return new Set();
  const tasks = snapshot.exposes.map(({ key, data, variants = [""] }) => ({
    expose: key,
    id: `${snapshot.name}/${key}`,
    context: {
      ...context,
      data: Object.fromEntries(data.map((one) => [one, context.data[one]])),
      variant: variants[0] ?? "",
    },
  }));
  const outcomes = await snapshot.remote.render(tasks);
  return new Set(outcomes.flatMap((one) => (one.ok ? listIds(one.island.html) : [])));
}

/** What the release checks refuse of an island's HTML and texts. */
function findOutcomeProblems(
  { html, head }: RenderedIsland,
  { snapshot, near, imageOrigin }: { snapshot: Snapshot; near: ReadonlySet<string>; imageOrigin: string | undefined },
): Problem[] {
  const { messageIds } = snapshot;
  const inHead = head ? findUnfilled([head.title, head.description, head.heading ?? head.title], messageIds) : [];
  return [
    ...findHtmlProblems(html, (id) => near.has(id), imageOrigin).map(({ problem }): Problem => ({
      kind: "html",
      text: problem,
    })),
    ...[...findTextProblems(html, messageIds), ...inHead].map((text): Problem => ({ kind: "message", text })),
  ];
}

/** An island with variants stands in a slot of another; all others stand in the document. */
function toPlace(island: IslandName, variant: string, depth: number, { variants }: ReleaseExpose): string {
  if (depth > 0 || variants) return ` data-slot="${island}" data-variant="${variant}"`;
  const application = isPageIsland(island) ? `${toIslandParts(island).owner}/page` : island;
  return ` id="single-spa-application:${application}"`;
}

function toIslandAttributes(id: string, { hydrate, hydrateOnQuery }: ReleaseExpose): string {
  if (hydrate === "never") return "";
  return ` data-island="${id}" data-hydrate="${hydrate}"${hydrateOnQuery === undefined ? "" : ` data-query="${hydrateOnQuery}"`}`;
}

function toPlaceholder(island: IslandName, variant: string): string {
  const label = variant === "" ? island : `${island} · ${variant}`;
  return `<div data-slot="${island}" data-variant="${variant}"><span class="workbench-placeholder">${escapeHtml(label)}</span></div>`;
}

/** In the words of the release checks, with the place in the sources where it was thrown. */
function toRenderProblem(
  { serverMap }: Snapshot,
  island: IslandName,
  thrown: { problem: string; thrownAt?: readonly Position[] | undefined },
): Problem {
  const { problem, change, message } = explainThrown(thrown.problem);
  const release = { serverEntry: "server/entry.cjs" };
  const files = new Map([[`${release.serverEntry}.map`, serverMap]]);
  const { file, line, column } = toSourcePlace({ release, files }, thrown.thrownAt ?? []);
  // An error that React throws for an element has a place in React only, and a timeout has none: then the file of the expose is named.
  const place = file?.startsWith("src/")
    ? `${file}:${line}:${column}`
    : `src/exposes/${toIslandParts(island).expose}.tsx`;
  const advice = change === undefined ? "" : ` ${change}`;
  return { kind: message ? "message" : "render", text: `${place}: ${island}: ${problem}${advice}` };
}

/** The context that the fake shell gives an island. */
function toContext({ locale, prefix, rule, path, name, variant, flags }: Settings): IslandContext {
  const { island: _island, ...known } = fakePages.find((page) => page.path === path && page.name === name) ?? {
    island: undefined,
    params: {},
    status: 200,
  };
  return {
    site: { ...fakeSite, flags, localeStrategy: prefix ? "prefix" : fakeSite.localeStrategy },
    locale: {
      code: locale,
      languageTag: fakeSite.locales.find((one) => one.code === locale)?.languageTag ?? locale,
      prefix: prefix ? `/${locale}` : "",
    },
    page: { ...known, name, path },
    visitor: { rule },
    data: fakeData,
    vendors: {},
    variant,
  };
}
