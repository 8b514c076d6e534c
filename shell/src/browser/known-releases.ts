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

/** Milliseconds a soft navigation waits for the description of a release before it becomes a document load. */
const timeoutMs = 3000;

/** The releases this document knows: those it came with, and those of the pages that were fetched since. */
export interface KnownReleases {
  /** The build of the document's shell, as `/builds/meta/` and the address of a payload name it. */
  build: string;
  /** Whether a page is of the same format, and has no other release of what this document knows. */
  fits(page: Pick<PagePayload, "format" | "releases">): boolean;
  /**
   * Fetches the descriptions of a page's releases that this document does not know: from then on their scripts may run here.
   * @throws when one does not load, has another hash, or is another release of a package learnt meanwhile
   */
  learn(page: Pick<PagePayload, "format" | "releases">): Promise<void>;
  /** Whether the site has another release of something this document knows, or is written in another format (B188). */
  isOutdated(versions: unknown, format: unknown): boolean;
}

/**
 * @param set what the document inlined; what is learnt is added to it
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
    // Another release of the same package may have been learnt while this one was fetched.
    packages[name] ??= release;
    if (packages[name] === release) allowAll([name, release]);
  }

  function allowAll([name, { version, scripts }]: [string, BrowserRelease]): void {
    for (const file in scripts) allow(`${name}/${version}/${file}`);
  }
  Object.entries(packages).forEach(allowAll);

  return {
    build: packages["shell"]?.version.slice(-12) ?? "",
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
