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
  // Compiled code requires this module before the file that imports it.
  const asked = / asks for (\S+), which the shell does not provide/.exec(told.problem)?.[1];
  const importer = asked === undefined ? undefined : findImporter(root, asked);
  const where = importer ? `${importer.file}:${importer.line}:${importer.column}` : toPlace(told.thrownAt ?? []);
  const thrown = explainAbsent(told.problem, root, findPlace(told.thrownAt ?? [])) ?? explainThrown(told.problem);
  const { problem, change = "Correct that." } = thrown;
  return `The server file of ${name} does not say what its islands are: ${problem.replace(/\.$/, "")}${where === "" ? "" : ` (${where})`}. ${change.replace(/\.$/, "")}: each file of src/exposes has to load on the server, and to export what defineIsland or defineHead made.`;
}
