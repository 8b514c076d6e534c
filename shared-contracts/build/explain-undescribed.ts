import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { explainAbsent } from "../release-checks/explain-absent.ts";
import { explainThrown } from "../release-checks/explain-thrown.ts";
import { evalRefusal, findDirectEval } from "../release-checks/find-direct-eval.ts";
import { toSourcePlace } from "../release-checks/to-source-place.ts";
import type { Place } from "../release-checks/release-check.ts";
import type { DescribeOutcome } from "../confine/answers.ts";
import type { Position } from "../src/islands/thrown-at.ts";
import type { PackageName } from "../src/names/package-name.ts";
import { explainDescription } from "./explain-description.ts";
import { explainEmpty, findEmptyExposes } from "./find-empty-exposes.ts";
import { findImporter } from "./find-import.ts";
import { findLibraryMistake } from "./find-library-mistake.ts";
import { toLibrary } from "../release-checks/to-library.ts";

/** A server file that does not describe its islands. */
export interface Undescribed {
  name: PackageName;
  /** The folder of the package. */
  root: string;
  source: string;
  /** Its source map, if there is one. */
  map: Buffer | undefined;
  told: DescribeOutcome & { ok: false };
}

/** Why a server file does not describe its islands, with the place in the sources and advice. */
export function explainUndescribed({ name, root, source, map, told }: Undescribed): string {
  // The bundler reports the import of a missing name only if the file is a module, and an empty file is none.
  const empty = findEmptyExposes(root);
  if (empty.length > 0) return explainEmpty(empty);
  const explained = explainDescription(root, told.problem);
  if (explained !== undefined) return explained;
  const serverEntry = "server/entry.cjs";
  const files = new Map(map ? [[`${serverEntry}.map`, map]] : []);
  const findPlace = (thrownAt: readonly Position[]): Place =>
    toSourcePlace({ release: { serverEntry }, files }, thrownAt);
  const toPlace = (thrownAt: readonly Position[]): string => {
    const place = findPlace(thrownAt);
    return [place.file, place.line, place.column].filter((part) => part !== undefined).join(":");
  };
  const calledAt = findDirectEval(source);
  if (calledAt) return `${toPlace([calledAt])} ${evalRefusal.problem} ${evalRefusal.change}`;
  const mistake = isOfBundler(told.problem, findPlace(told.thrownAt ?? []).file)
    ? findLibraryMistake(root, listOfMap(map))
    : undefined;
  if (mistake)
    return explainLibrary(root, mistake.library, {
      reason: mistake.problem,
      thrownAt: `${mistake.file}:${mistake.line}:${mistake.column}`,
      ...(mistake.isEverywhere && { change: "Use another library, or another entry of this one." }),
    });
  // Compiled code requires this module before the file that imports it.
  const asked = / asks for (\S+), which the shell does not provide/.exec(told.problem)?.[1];
  const importer = asked === undefined ? undefined : findImporter(root, asked);
  const thrownBy =
    toLibrary(findPlace(told.thrownAt ?? []).file) ??
    (asked === undefined || importer ? undefined : findAsking(root, map, asked));
  // An error that the contract throws is about what the team passed to it, so the contract is not named as the cause.
  if (thrownBy !== undefined && thrownBy !== "@site/contracts")
    return explainLibrary(root, thrownBy, {
      reason: told.problem.replace(/^release:\S+ /, "it ").replace(/\.$/, ""),
      thrownAt: toPlace(told.thrownAt ?? []),
    });
  const where = importer ? `${importer.file}:${importer.line}:${importer.column}` : toPlace(told.thrownAt ?? []);
  const thrown = explainAbsent(told.problem, root, findPlace(told.thrownAt ?? [])) ?? explainThrown(told.problem);
  const { problem, change = "Correct that." } = thrown;
  return `The server file of ${name} does not say what its islands are: ${problem.replace(/\.$/, "")}${where === "" ? "" : ` (${where})`}. ${change.replace(/\.$/, "")}: each file of src/exposes has to load on the server, and to export what defineIsland or defineHead made.`;
}

/** The library that asks for a module, among those of which a server file is made. */
function findAsking(root: string, map: Buffer | undefined, asked: string): string | undefined {
  const requests = ['"', "'"].flatMap((quote) => [asked, `node:${asked}`].map((one) => `${quote}${one}${quote}`));
  const asks = (text: string): boolean => requests.some((request) => text.includes(request));
  const file = listOfMap(map).find(
    (one) => toLibrary(one) !== undefined && existsSync(join(root, one)) && asks(readFileSync(join(root, one), "utf8")),
  );
  return toLibrary(file);
}

const mapSchema = v.object({ sources: v.array(v.string()) });

/** The sources of a server file. */
function listOfMap(map: Buffer | undefined): string[] {
  return map ? v.parse(mapSchema, JSON.parse(map.toString("utf8"))).sources : [];
}

/** Whether it is code of the bundler that fails, or that does not export at once what the sources export. */
function isOfBundler(problem: string, file = ""): boolean {
  return file.startsWith("webpack/runtime/") || problem.includes(" does not export describe and render");
}

/** Why a library cannot be loaded on servers, with the first file of the package that imports it. */
function explainLibrary(
  root: string,
  library: string,
  {
    reason,
    thrownAt,
    change = `Load it in the browser alone, in an effect or in what a press calls: await import("${library}").`,
  }: { reason: string; thrownAt: string; change?: string },
): string {
  const importer = findImporter(root, library);
  const where = importer ? `${importer.file}:${importer.line}:${importer.column}` : "package.json";
  return `${where}: the library ${library} cannot be loaded on servers, where each file of src/exposes is: ${reason}${thrownAt === "" ? "" : ` (${thrownAt})`}. ${change}`;
}
