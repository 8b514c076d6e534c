import { answerLimits } from "@site/contracts/answers/answer-limits";
import { headKey } from "@site/contracts/islands/head-fragment";
import type { RenderedIsland } from "@site/contracts/islands/island";
import type { ReleaseExpose } from "@site/contracts/releases/release";
import { toReleaseUrl } from "@site/contracts/releases/release-set";
import { type IslandName, toIslandParts } from "@site/contracts/names/island-name";
import type { Vendor } from "@site/contracts/site/vendor";
import type { LoadedRelease } from "../../releases/loaded-release.ts";
import type { Fragment, FragmentStyle, MadeFrom } from "./fragment.ts";

/** An expose of a release, its head fragment included; undefined when it has none of the name. */
export function findExpose({ release }: LoadedRelease, island: IslandName): ReleaseExpose | undefined {
  const { expose } = toIslandParts(island);
  if (expose === headKey && release.head)
    return { key: headKey, hydrate: "never", data: [], vendors: release.head.vendors, js: [], css: [] };
  return release.exposes.find((one) => one.key === expose);
}

/** What was rendered for a slot, with what its release adds: styles, vendors and how it hydrates. */
export function toFragment(
  { island, id, variant }: Pick<Fragment, "island" | "id" | "variant">,
  rendered: RenderedIsland,
  release: LoadedRelease,
): Fragment {
  const expose = findExpose(release, island);
  return {
    island,
    id,
    variant,
    version: release.release.version,
    live: expose && expose.hydrate !== "never" ? expose : undefined,
    vendors: toVendors(island, expose?.vendors ?? [], rendered),
    styles: toStyles(release, expose?.css ?? []),
    html: rendered.html,
    head: rendered.head,
    plain: toPlainScript(release, rendered),
    reads: expose?.data ?? [],
    madeFrom: toMadeFrom(rendered),
    lacksLocale: rendered.lacksLocale,
    isFallback: false,
  };
}

/** A release that was built earlier says only whether it read the visitor. */
function toMadeFrom({ readsVisitor, readsRule = true, readsPage = true }: RenderedIsland): MadeFrom {
  const visitor = readsRule ? "rule" : "whether-blocked";
  return { page: readsPage, visitor: readsVisitor ? visitor : "nothing" };
}

/** The vendors that a release names for an island; of a head fragment only those that it needs on this page. */
function toVendors(island: IslandName, named: readonly Vendor[], { headFragment }: RenderedIsland): readonly Vendor[] {
  return toIslandParts(island).expose === headKey
    ? named.filter((vendor) => headFragment?.vendors.includes(vendor))
    : named;
}

function toPlainScript({ release }: LoadedRelease, { headFragment }: RenderedIsland): Fragment["plain"] {
  if (!headFragment || !release.head) return undefined;
  return { script: toReleaseUrl(release.name, release.version, release.head.script), settings: headFragment.settings };
}

/** Why an island's style sheets cannot be inlined; undefined when they can. */
export function findStyleProblem({ files }: LoadedRelease, paths: readonly string[]): string | undefined {
  const large = paths.find((path) => (files.get(path)?.length ?? 0) > answerLimits.styleBytes);
  return large === undefined
    ? undefined
    : `its style sheet ${large} has ${files.get(large)?.length} bytes; one may have at most ${answerLimits.styleBytes}.`;
}

function toStyles({ release, files }: LoadedRelease, paths: readonly string[]): FragmentStyle[] {
  return paths.map((path) => ({
    url: toReleaseUrl(release.name, release.version, path),
    integrity: release.files[path]?.integrity ?? "",
    text: files.get(path)?.toString("utf8").trim() ?? "",
  }));
}
