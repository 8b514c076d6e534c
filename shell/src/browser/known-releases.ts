import {
  type BrowserRelease,
  browserReleaseSchema,
  type BrowserSet,
  type NamedRelease,
  toDescriptionUrl,
} from "@site/contracts/releases/browser-set";
import { fetchTwice } from "@site/contracts/api/fetch-twice";
import type { PagePayload } from "@site/contracts/pages/payload";
import { isRecord, parse } from "@site/contracts/wire/wire-schema";
import { toShellBuildId } from "../layout/shell-build.ts";

/** The timeout in milliseconds for the description of a release, after which a soft navigation becomes a document load. */
const timeoutMs = 3000;

/** The releases that this document knows: those that the server inlined, and those of the pages that were fetched since. */
export interface KnownReleases {
  /** The build of the document's shell, as in `/builds/meta/` and the address of a payload. */
  build: string;
  /** Whether a page has the document's format, and no other release of a package that the document knows. */
  fits(page: Pick<PagePayload, "format" | "releases">): boolean;
  /**
   * Fetches the descriptions of those releases of a page that this document does not know, and allows their scripts to run here.
   * @throws when a description does not load or has another hash, or when another release of its package was added meanwhile
   */
  learn(page: Pick<PagePayload, "format" | "releases">): Promise<void>;
  /** Whether the site has another release of a package that this document knows, or another format (B188). */
  isOutdated(versions: unknown, format: unknown): boolean;
}

/**
 * @param set the inlined browser set, to which fetched descriptions are added
 * @param allow lets a script run here, by its path below that of releases
 */
export function createKnownReleases(set: BrowserSet, allow: (path: string) => void): KnownReleases {
  const { packages } = set;

  function fits({ format, releases }: Pick<PagePayload, "format" | "releases">): boolean {
    return (
      format === set.format &&
      Object.entries(releases).every(([name, { version }]) => (packages[name]?.version ?? version) === version)
    );
  }

  async function fetchRelease(name: string, named: NamedRelease): Promise<void> {
    const url = toDescriptionUrl(name, named);
    const response = await fetchTwice(url, { integrity: named.integrity, signal: AbortSignal.timeout(timeoutMs) });
    const release = parse(browserReleaseSchema, await response.json());
    // Another release of the same package may have been added during the fetch.
    packages[name] ??= release;
    if (packages[name] === release) allowAll([name, release]);
  }

  function allowAll([name, { version, scripts }]: [string, BrowserRelease]): void {
    for (const file in scripts) allow(`${name}/${version}/${file}`);
  }
  Object.entries(packages).forEach(allowAll);

  return {
    build: toShellBuildId(packages["shell"]?.version ?? ""),
    fits,
    async learn(page) {
      // The description is immutable: a second request at the same time is answered by the browser's cache.
      await Promise.all(
        Object.entries(page.releases).map(([name, named]) => packages[name] ?? fetchRelease(name, named)),
      );
      if (!fits(page)) throw new Error("Other releases are known");
    },
    isOutdated: (versions, format) =>
      isRecord(versions) &&
      (format !== set.format || Object.entries(packages).some(([name, { version }]) => versions[name] !== version)),
  };
}
