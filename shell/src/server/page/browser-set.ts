import { type BrowserSet, toReleaseUrl } from "@site/contracts/release-set";
import type { Release } from "@site/contracts/release";
import type { LoadedPackages } from "./render-fragments.ts";

/**
 * What a page tells its own browser code of the set it belongs to: addresses and hashes, inlined as data. A chunk that a script
 * loads by itself has no hash here: that script carries it, and its own hash is here. Of the head scripts of releases, only
 * those that the site's pages have are named: the others may not run, and cost no bytes. `locales` are the page's, best first.
 */
export function toBrowserSet({ id, revision }: Pick<BrowserSet, "id" | "revision">, packages: LoadedPackages, heads: ReadonlySet<string>, locales: readonly string[]): BrowserSet {
  const browserSet: BrowserSet = { id, revision, scripts: {}, core: "", remotes: {} };
  for (const [name, { release }] of packages) {
    const toUrl = (file: string): string => toReleaseUrl(name, release.version, file);
    const live = release.exposes.filter((expose) => expose.hydrate !== "never");
    const messages = live.length > 0 ? findMessages(release, locales) : undefined;
    const asked = new Set([release.entry, release.head?.script, messages, ...(name === "shell" ? [] : live.flatMap(({ js }) => js))]);
    for (const [file, { integrity }] of Object.entries(release.files)) {
      if (file === release.head?.script && !heads.has(toUrl(file))) continue;
      if (!file.startsWith("browser/") || !file.endsWith(".js") || file.endsWith("/boot.js")) continue;
      browserSet.scripts[toUrl(file)] = asked.has(file) ? integrity : "";
    }
    if (release.entry === undefined) continue;
    if (name === "shell") {
      browserSet.core = toUrl(release.entry);
      continue;
    }
    browserSet.remotes[name] = {
      version: release.version,
      entry: toUrl(release.entry),
      messages: messages === undefined ? "" : toUrl(messages),
      exposes: Object.fromEntries(live.map((expose) => [expose.key, expose.js.map(toUrl)])),
    };
  }
  return browserSet;
}

/** The chunk of a package's messages in the first of these languages it has. The build names it after the language. */
function findMessages({ files }: Release, locales: readonly string[]): string | undefined {
  return locales.flatMap((code) => Object.keys(files).filter((file) => file.startsWith(`browser/messages-${code}.`)))[0];
}
