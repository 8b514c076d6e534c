import { hash } from "node:crypto";
import {
  type BrowserRelease,
  type BrowserSet,
  type NamedRelease,
  toDescriptionFile,
} from "@site/contracts/releases/browser-set";
import { toIntegrity } from "@site/contracts/releases/integrity";
import { listMessageLocales } from "@site/contracts/locale/locale-fallback";
import { type PackageName, shellName } from "@site/contracts/names/package-name";
import type { Release } from "@site/contracts/releases/release";
import { toReleaseUrl } from "@site/contracts/releases/release-set";
import { toIslandParts } from "@site/contracts/names/island-name";
import type { SiteConfig } from "@site/contracts/site/site-config";
import type { FragmentTree } from "../fragments/composed-page.ts";
import { inlinedScripts, isFirstLibrary } from "./shell-scripts.ts";
import type { LoadedPackages, LoadedRelease } from "../../releases/loaded-release.ts";
import type { HeadScript } from "@site/contracts/islands/head-fragment";
import type { PagePayload } from "@site/contracts/pages/payload";

/** The browser description of a release in a language, which a page fetches when it does not know the release. */
interface ReleaseDescription {
  facts: BrowserRelease;
  /** The description as it is served. */
  text: string;
  named: NamedRelease;
  /** The release's head script. It is not in the description, because it runs only with a document that has it. */
  head: { url: string; file: string; integrity: string } | undefined;
}

/** The description of a release of a set, from its loaded files. */
interface LoadedDescription extends ReleaseDescription {
  /**
   * Hashes of the libraries that a document fetches beside the core. They are not in the description either: only documents are read before
   * the core runs.
   */
  libraries: Record<string, string>;
}

/** The browser descriptions of a set's releases, for its pages in one language. */
export type Descriptions = ReadonlyMap<PackageName, LoadedDescription>;

/** Describes every release of a set, for the pages in a language. */
export function describeReleases(
  packages: LoadedPackages,
  site: Pick<SiteConfig, "defaultLocale">,
  locale: string,
): Descriptions {
  const locales = listMessageLocales({ locale: { code: locale }, site });
  return new Map(
    [...packages].map(([name, loaded]) => [
      name,
      { ...describeRelease(loaded.release, locales), libraries: name === shellName ? hashLibraries(loaded) : {} },
    ]),
  );
}

const hashed = new WeakMap<LoadedRelease["files"], Record<string, string>>();

/** The hashes of the shell's first libraries. A browser uses what it preloaded when the tag has the same hash: that of the build, a SHA-256. */
function hashLibraries({ files }: LoadedRelease): Record<string, string> {
  const known =
    hashed.get(files) ??
    Object.fromEntries(
      [...files]
        .filter(([path]) => isFirstLibrary(path))
        .map(([path, bytes]) => [toFile(path), `sha256-${hash("sha256", bytes, "base64")}`]),
    );
  hashed.set(files, known);
  return known;
}

/**
 * The browser description of a release. A chunk that a script loads by itself has no hash here, because that script carries it
 * and has its own hash here. Messages in other languages than the page's are not listed: the page may not load them.
 * @param locales the page's, best first
 */
function toBrowserRelease(release: Release, locales: readonly string[]): BrowserRelease {
  const live = release.exposes.filter((expose) => expose.hydrate !== "never");
  const messages = live.length > 0 ? findMessages(release, locales) : undefined;
  const asked = new Set([release.entry, messages, ...(release.name === shellName ? [] : live.flatMap(({ js }) => js))]);
  const scripts = Object.entries(release.files).filter(
    ([path]) =>
      path.startsWith("browser/") &&
      path.endsWith(".js") &&
      !(release.name === shellName && inlinedScripts.includes(path)) &&
      path !== release.head?.script &&
      (path === messages || !path.startsWith(messagesChunk)),
  );
  return {
    version: release.version,
    entry: toFile(release.entry ?? ""),
    messages: toFile(messages ?? ""),
    // The shell's own islands are hydrated by its core.
    exposes: release.name === shellName ? {} : Object.fromEntries(live.map(({ key, js }) => [key, js.map(toFile)])),
    scripts: Object.fromEntries(
      scripts.map(([path, { integrity }]) => [toFile(path), asked.has(path) ? integrity : ""]),
    ),
  };
}

/** How the path of a chunk of messages begins; the build goes on with the language. */
const messagesChunk = "browser/messages-";

/** The chunk of a package's messages in the first of these languages it has. */
function findMessages({ files }: Release, locales: readonly string[]): string | undefined {
  return locales.flatMap((code) => Object.keys(files).filter((file) => file.startsWith(`${messagesChunk}${code}.`)))[0];
}

function toFile(path: string): string {
  return path.replace(/^browser\//, "");
}

function describeRelease(release: Release, locales: readonly string[]): ReleaseDescription {
  const facts = toBrowserRelease(release, locales);
  const text = JSON.stringify(facts);
  const script = release.head?.script;
  const integrity = script === undefined ? undefined : release.files[script]?.integrity;
  return {
    facts,
    text,
    named: { version: release.version, integrity: toIntegrity(Buffer.from(text)) },
    head:
      script === undefined || integrity === undefined
        ? undefined
        : { url: toReleaseUrl(release.name, release.version, script), file: toFile(script), integrity },
  };
}

/** The descriptions of a release in the languages of a site, by the name of the file that each is served as. */
export function listDescriptions(
  release: Release,
  site: Pick<SiteConfig, "locales" | "defaultLocale">,
): ReadonlyMap<string, string> {
  return new Map(
    site.locales.map((locale) => {
      const { text, named } = describeRelease(release, listMessageLocales({ locale, site }));
      return [toDescriptionFile(named.integrity), text];
    }),
  );
}

/** The shell and the packages with fragments or head fragments in a page, sorted. A page names no other package of the set, so it does not change with them. */
export function listShown(
  fragments: readonly Pick<FragmentTree, "island">[],
  packages: Pick<LoadedPackages, "has">,
): PackageName[] {
  const owners = new Set(fragments.map(({ island }) => toIslandParts(island).owner));
  owners.delete(shellName);
  return [shellName, ...[...owners].toSorted()].filter((name) => packages.has(name));
}

/** What a document inlines: the descriptions of what its page shows, with the hashes of the page's own head scripts and of the first libraries. */
export function toBrowserSet(
  { format, releases, heads }: Pick<PagePayload, "format" | "releases"> & { heads: readonly HeadScript[] },
  descriptions: Descriptions,
): BrowserSet {
  const scripts = new Set(heads.map(({ script }) => script));
  const shown = Object.keys(releases).flatMap((name): [PackageName, BrowserRelease][] => {
    const known = descriptions.get(name);
    if (!known) return [];
    const { facts, head, libraries } = known;
    const own = head && scripts.has(head.url) ? { [head.file]: head.integrity } : {};
    return [[name, { ...facts, scripts: { ...facts.scripts, ...libraries, ...own } }]];
  });
  return { format, packages: Object.fromEntries(shown) };
}
