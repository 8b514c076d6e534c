import type { Command } from "commander";
import { isSiteError, SiteError } from "@site/contracts/errors";
import { browserMapsFile } from "@site/contracts/releases/browser-maps";
import { findSource, type SourcePosition } from "@site/contracts/release-checks/to-source-place";
import { errorIdPattern } from "../../src/layout/error-id.ts";
import type { LoadedRelease } from "../../src/server/releases/loaded-release.ts";
import { toSentence } from "../../src/server/to-sentence.ts";
import type { ReleaseStore } from "../../src/server/releases/release-store.ts";
import { parseOrigin } from "../command-line/arguments.ts";
import type { CommandContext } from "../command-line/command-context.ts";
import { findError, toErrorText } from "../help/find-error.ts";
import { findPlaces, type ScriptPlace } from "../help/find-places.ts";
import { parseStoredName } from "../command-line/package-argument.ts";
import { findVersions, parseReleaseLabels } from "../releases/release-labels.ts";

const notes = `
The source maps of a release are in the store, signed with it, and no browser gets them. A place that names no version is of the release that
is live, or of the one that --release names. Sources are named from the folder of their package.

The code that a visitor reads beside an error begins with the release, or for a request that failed with the set, so the store is enough to find
that. A server that met the error, or was told of it by browsers, says what happened; so does its log, where the line has "errorId".

Examples:
  site explain content@1.0.0-3f2a9c0d11aa/remoteEntry.js:1:234
  site explain "$(cat stack.txt)" --release content@1.0.0-3f2a
  site explain 3f2a9c0d11aa                                                     the release of an error code that a visitor read
  SITE_TOKEN=site_… site explain 3f2a9c0d11aa --of https://www.site.example      what happened, from a server that met it or was told of it
`;

/** A place in a script and its place in the sources: null with the reason when that is unknown. */
interface ExplainedPlace {
  remote: string;
  release: string;
  file: string;
  line: number;
  column: number;
  source: SourcePosition | null;
  problem: string | null;
}

/** Adds `site explain`: finds the place in the sources of an error in a browser. */
export function addExplain(program: Command, { answer, end, openStore, token }: CommandContext): void {
  program
    .command("explain <what...>")
    .description("where in the sources an error comes from: a place in a script, a stack, or the id of an error")
    .option("--of <url>", "the server to ask for the id of an error; SITE_TOKEN has a token of it", parseOrigin)
    .option("--release <release>", "the release of places that name no version, such as content@1.0.0-3f2a")
    .addHelpText("after", notes)
    .action(async (words: string[], { of, release }: { of?: string; release?: string }) => {
      const text = words.join(" ").trim();
      const error = errorIdPattern.test(text) ? await findError(text, { of, token, openStore }) : undefined;
      const places = findPlaces(error ? error.at.join("\n") : text);
      if (error && places.length === 0) return answer(toErrorText(error), { error, places: [] });
      if (places.length === 0) throw new SiteError("PLACE_UNKNOWN", { text: text.slice(0, 200) });
      const { store } = await openStore();
      const named = release === undefined ? {} : await findVersions(store, parseReleaseLabels([release]));
      const releases = createReleaseReader(store, named);
      const explained: ExplainedPlace[] = [];
      for (const place of places) explained.push(await explain(place, releases));
      if (!explained.some(({ source }) => source)) end("notFound");
      answer([...(error ? [toErrorText(error)] : []), ...explained.map(toLines)].join("\n"), {
        ...(error && { error }),
        places: explained,
      });
    });
}

type ReadRelease = (place: ScriptPlace) => Promise<LoadedRelease>;

/** Reads each release once. @throws SiteError `PACKAGE_UNKNOWN`, `RELEASE_*` */
function createReleaseReader(store: ReleaseStore, named: Readonly<Record<string, string>>): ReadRelease {
  const read = new Map<string, Promise<LoadedRelease>>();
  async function load({ name, version }: ScriptPlace): Promise<LoadedRelease> {
    const known = await parseStoredName(name, store);
    const wanted = version ?? named[known] ?? (await store.current())?.set.versions[known];
    if (wanted === undefined) throw new SiteError("RELEASE_NOT_FOUND", { release: known });
    return store.load(known, wanted);
  }
  return (place) => {
    const key = `${place.name}@${place.version}`;
    const loading = read.get(key) ?? load(place);
    read.set(key, loading);
    return loading;
  };
}

async function explain(place: ScriptPlace, readRelease: ReadRelease): Promise<ExplainedPlace> {
  const { name, version, file, line, column } = place;
  const told = { remote: name, release: `${name}@${version ?? "live"}`, file, line, column };
  try {
    const { label, files } = await readRelease(place);
    const source = findSource(files, file, { line, column });
    return { ...told, release: label, source: source ?? null, problem: source ? null : toReason(place, files) };
  } catch (error) {
    if (!isSiteError(error)) throw error;
    return { ...told, source: null, problem: toSentence(error) };
  }
}

/** Why a release does not map a place to its sources. */
function toReason({ file }: ScriptPlace, files: LoadedRelease["files"]): string {
  if (!files.has(file.startsWith("server/") ? file : `browser/${file}`)) return `the release has no file ${file}`;
  if (!file.startsWith("server/") && !files.has(browserMapsFile))
    return "the release has no source maps: it is from before builds wrote them";
  return "its source map says nothing of this place";
}

function toLines({ release, file, line, column, source, problem }: ExplainedPlace): string {
  const place = `${release}/${file}:${line}:${column}`;
  return `${place}\n  ${source ? `${source.file}:${source.line}:${source.column}` : `(unknown: ${problem})`}`;
}
