import type { DataDocuments } from "@site/contracts/documents/data-documents";
import type { PackageName } from "@site/contracts/names/package-name";
import { readText } from "../pages/encoded-page.ts";
import type { SiteState } from "../pages/site-state.ts";
import type { LoadedRelease } from "../releases/loaded-release.ts";
import type { Composer, Composition } from "../composition/process/composer.ts";

/** A set of releases for tests of composing, without a store. */
export interface ComposedSet {
  packages: ReadonlyMap<PackageName, LoadedRelease>;
  data: DataDocuments;
  revision: number;
}

/** Composes a set whose id is that of its releases, beside another one that is served. */
export function composeSet(
  composer: Composer,
  { packages, data, revision }: ComposedSet,
  previous: SiteState | undefined,
  beside?: SiteState,
): Promise<Composition> {
  const versions = Object.fromEntries([...packages].map(([name, { release }]) => [name, release.version]));
  const digests = Object.fromEntries([...packages].map(([name, { digest }]) => [name, digest]));
  return composer.compose(
    { id: Object.values(versions).join(" "), revision, versions, digests },
    packages,
    data,
    previous,
    beside,
  );
}

/** What visitors are served for every page, by its key. */
export function readPages({ pages }: SiteState): Record<string, unknown> {
  return Object.fromEntries(
    [...pages].map(
      ([
        key,
        { document, payload, status, policies, cardTitle, slots, pictures, hasFallback, isWhole, shown, reads },
      ]) => [
        key,
        {
          document: readText(document),
          payload: readText(payload),
          etags: [document.etag, payload.etag],
          status,
          policies,
          cardTitle,
          slots,
          pictures,
          hasFallback,
          isWhole,
          shown,
          reads,
        },
      ],
    ),
  );
}

/** The keys of pages that are served differently than before. */
export function listChangedPages(before: SiteState, after: SiteState): string[] {
  return [...after.pages].flatMap(([key, page]) => {
    const earlier = before.pages.get(key);
    return earlier?.document.etag === page.document.etag && earlier.payload.etag === page.payload.etag ? [] : [key];
  });
}
