import type { DataDocuments } from "@site/contracts/documents/data-documents";
import type { IslandName } from "@site/contracts/names/island-name";
import type { PackageName } from "@site/contracts/names/package-name";
import type { SiteConfig } from "@site/contracts/site/site-config";
import type { PageKey } from "../../pages/page-key.ts";
import type { LoadedPackages } from "../../releases/loaded-release.ts";
import type { MadeFrom } from "./fragment.ts";
import { toFragmentDigest } from "./fragment-memory.ts";
import { toValueDigest } from "../../pages/value-digest.ts";

/** What a fragment can be made from, the least first. Whether a page is read without its visitor is known before the visitor is. */
export const everyMadeFrom: readonly MadeFrom[] = [
  { page: false, visitor: "nothing" },
  { page: false, visitor: "whether-blocked" },
  { page: false, visitor: "rule" },
  { page: true, visitor: "nothing" },
  { page: true, visitor: "whether-blocked" },
  { page: true, visitor: "rule" },
];

/** A slot, as far as it decides what its fragment is made from. */
interface NamedSlot {
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

export interface SharedNames {
  /** The name of a slot's fragment if it is made from this: equal for slots that show the same then. */
  of(slot: NamedSlot, made: MadeFrom): string;
  /** The names that a slot's fragment can have. */
  list(slot: NamedSlot): string[];
}

/** Names for fragments of a package that are the same in several slots. They begin with a digest of all that slots have in common. */
export function createSharedNames(owner: PackageName, { packages, site, data }: NameSource): SharedNames {
  const common = toFragmentDigest(
    JSON.stringify([
      packages.get(owner)?.digest,
      packages.get("shell")?.digest,
      toValueDigest(site),
      Object.entries(data).map(([name, document]) => [name, toValueDigest(document)]),
    ]),
  );
  const of = ({ island, id, variant, plan: { key } }: NamedSlot, { page, visitor }: MadeFrom): string => {
    const ofVisitor = { nothing: "", "whether-blocked": `blocked ${key.rule === "blocked"}`, rule: key.rule }[visitor];
    return [common, island, id, variant, key.locale, page ? key.page : "", ofVisitor].join("|");
  };
  return { of, list: (slot) => everyMadeFrom.map((made) => of(slot, made)) };
}
