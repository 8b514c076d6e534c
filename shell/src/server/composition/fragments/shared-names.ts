import type { DataDocuments } from "@site/contracts/documents/data-documents";
import type { IslandName } from "@site/contracts/names/island-name";
import type { PackageName } from "@site/contracts/names/package-name";
import type { SiteConfig } from "@site/contracts/site/site-config";
import type { PageKey } from "../../pages/page-key.ts";
import type { LoadedPackages } from "../../releases/loaded-release.ts";
import type { MadeFrom } from "./fragment.ts";
import { toFragmentDigest } from "./fragment-memory.ts";
import { toValueDigest } from "../../pages/value-digest.ts";

/** The combinations of inputs that a fragment can depend on, from the fewest to the most. */
export const everyMadeFrom: readonly MadeFrom[] = [
  { page: false, visitor: "nothing" },
  { page: false, visitor: "whether-blocked" },
  { page: false, visitor: "rule" },
  { page: true, visitor: "nothing" },
  { page: true, visitor: "whether-blocked" },
  { page: true, visitor: "rule" },
];

/** A slot, as far as it decides what its fragment is made from. */
export interface NamedSlot {
  island: IslandName;
  id: string;
  variant: string;
  plan: { key: PageKey };
}

/** What all slots have in common. */
interface NameSource {
  packages: LoadedPackages;
  site: SiteConfig;
  data: DataDocuments;
}

/** The names that a slot's fragment can have, in the order of {@link everyMadeFrom}: each is equal for slots that show the same then. */
export type ListNames = (slot: NamedSlot) => readonly string[];

/** Names for fragments of a package that are the same in several slots. They begin with a digest of all that slots have in common. */
export function createSharedNames(owner: PackageName, { packages, site, data }: NameSource): ListNames {
  const common = toFragmentDigest(
    JSON.stringify([
      packages.get(owner)?.digest,
      packages.get("shell")?.digest,
      toValueDigest(site),
      Object.entries(data).map(([name, document]) => [name, toValueDigest(document)]),
    ]),
  );
  return ({ island, id, variant, plan: { key } }) => {
    const ofSlot = [common, island, id, variant, key.locale].join("|");
    const ofVisitor = { nothing: "", "whether-blocked": `blocked ${key.rule === "blocked"}`, rule: key.rule };
    return everyMadeFrom.map(({ page, visitor }) => `${ofSlot}|${page ? key.page : ""}|${ofVisitor[visitor]}`);
  };
}

/** The position of what a fragment was made from in {@link everyMadeFrom}. */
export function toMadeFromIndex({ page, visitor }: MadeFrom): number {
  return everyMadeFrom.findIndex((one) => one.page === page && one.visitor === visitor);
}
