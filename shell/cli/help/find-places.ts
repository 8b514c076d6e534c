import type { PackageName } from "@site/contracts/names/package-name";

/** A place in a script of a release, counted from 1. */
export interface ScriptPlace {
  name: PackageName;
  /** Undefined when the text does not contain it. */
  version: string | undefined;
  /** Such as `remoteEntry.js`; `server/entry.cjs` for the server's file. */
  file: string;
  line: number;
  column: number;
}

/** Maximum of places in a text: a stack trace has a few. */
const maxPlaces = 50;

/**
 * `https://site.example/_release/content/1.0.0-3f2a9c0d11aa/remoteEntry.js:1:234` of a stack in a browser, `content/remoteEntry.js:1:234` of a
 * beacon, `content@1.0.0-3f2a9c0d11aa/server/entry.cjs:12:34` of the server's log.
 */
const patterns = {
  url: /\/_release\/(?<name>[a-z][a-z0-9-]{0,40})\/(?<version>[\w.-]{1,64})\/(?<file>[\w./-]{1,160}?\.m?js):(?<line>\d{1,7}):(?<column>\d{1,7})/,
  place:
    /(?<![\w./@-])(?<name>[a-z][a-z0-9-]{0,40})(?:@(?<version>[\w.-]{1,64}))?\/(?<file>[\w./-]{1,160}?\.(?:m?js|cjs)):(?<line>\d{1,7}):(?<column>\d{1,7})/,
};

/** The places in scripts of releases that a text names, in its order, each once. */
export function findPlaces(text: string): ScriptPlace[] {
  const found = Object.values(patterns).flatMap((pattern) => [...text.matchAll(new RegExp(pattern, "g"))]);
  const places = found
    .toSorted((one, other) => one.index - other.index)
    .map(({ groups }) => ({
      name: groups?.["name"] ?? "",
      version: groups?.["version"],
      file: groups?.["file"] ?? "",
      line: Number(groups?.["line"]),
      column: Number(groups?.["column"]),
    }));
  return [...new Map(places.map((one) => [JSON.stringify(one), one])).values()].slice(0, maxPlaces);
}
