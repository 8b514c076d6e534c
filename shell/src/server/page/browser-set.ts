import { type BrowserSet, type ReleaseSet, toReleaseUrl } from "@site/contracts/release-set";
import type { LoadedPackages } from "./render-fragments.ts";

/** The shell's files every island needs, and a remote's messages, as the build names them. */
const libraryPattern = /^browser\/(federation|react|react-core|intl)\.[0-9a-f]+\.js$/;
const messagePattern = /^browser\/messages-([a-z-]+)\.[0-9a-f]+\.js$/;

/** What a page tells its own browser code of the set it belongs to: addresses and hashes, inlined as data. */
export function toBrowserSet(set: ReleaseSet, packages: LoadedPackages): BrowserSet {
  const browserSet: BrowserSet = { id: set.id, revision: set.revision, scripts: {}, core: "", libraries: [], remotes: {} };
  for (const [name, { release }] of packages) {
    const toUrl = (file: string): string => toReleaseUrl(name, release.version, file);
    for (const [file, { integrity }] of Object.entries(release.files)) {
      if (file.startsWith("browser/") && file.endsWith(".js") && !file.endsWith("/boot.js")) browserSet.scripts[toUrl(file)] = integrity;
    }
    if (release.entry === undefined) continue;
    if (name === "shell") {
      browserSet.core = toUrl(release.entry);
      browserSet.libraries = Object.keys(release.files).filter((file) => libraryPattern.test(file)).map(toUrl);
      continue;
    }
    const live = release.exposes.filter((expose) => expose.hydrate !== "never");
    browserSet.remotes[name] = {
      version: release.version,
      entry: toUrl(release.entry),
      messages: Object.fromEntries(
        Object.keys(release.files).flatMap((file) => {
          const locale = messagePattern.exec(file)?.[1];
          return locale === undefined ? [] : [[locale, toUrl(file)]];
        }),
      ),
      exposes: Object.fromEntries(live.map((expose) => [expose.key, expose.js.map(toUrl)])),
    };
  }
  return browserSet;
}
