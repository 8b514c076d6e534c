import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { eventSchemas } from "../src/events/event-schemas.ts";
import { type PackageName, shellName } from "../src/names/package-name.ts";
import type { ReleaseSurface } from "../src/releases/release-surface.ts";
import { findExposes } from "./generate-entries.ts";
import { type ModuleUses, readModule } from "./read-module.ts";
import { toEventShape } from "./to-event-shape.ts";

/** The surface of a package by its sources. */
export interface SourceSurface extends Pick<ReleaseSurface, "sends" | "hears" | "details"> {
  /** The slots of each island, by its key. */
  slots: Map<string, string[]>;
}

/** Entry files of a package beside its islands. */
const starts = [
  "src/exposes/head.ts",
  "src/head.browser.ts",
  ...["boot", "page-end", "core"].map((script) => `src/browser/${script}.ts`),
];

/** The uses of each file, with the source text that they were read from: a watching build asks for all files after each save, and few have changed. */
const remembered = new Map<string, { source: string; uses: ModuleUses }>();

function readUses(root: string, file: string): ModuleUses {
  const source = readFileSync(file, "utf8");
  const known = remembered.get(file);
  if (known?.source === source) return known.uses;
  const uses = readModule(relative(root, file), source);
  remembered.set(file, { source, uses });
  return uses;
}

/**
 * Reads the sources of a package, from its islands and scripts along their imports.
 * @throws Error with file and line for code that cannot be analysed
 */
export function readSurface({ name, root }: { name: PackageName; root: string }): SourceSurface {
  const modules = new Map<string, ModuleUses & { files: string[] }>();
  const read = (file: string): ModuleUses & { files: string[] } => {
    const known = modules.get(file);
    if (known) return known;
    const uses = readUses(root, file);
    const made = { ...uses, files: uses.imports.flatMap((one) => resolveSource(file, one, name)) };
    modules.set(file, made);
    return made;
  };
  const reach = (file: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(file)) return seen;
    seen.add(file);
    for (const next of read(file).files) reach(next, seen);
    return seen;
  };
  const slots = new Map<string, string[]>();
  for (const key of findExposes(root)) {
    const used = [...reach(join(root, `src/exposes/${key}.tsx`))].flatMap((file) => read(file).slots);
    slots.set(key, [...new Set(used)].toSorted());
  }
  for (const start of starts) if (existsSync(join(root, start))) reach(join(root, start));
  const sends = gather([...modules.values()].flatMap((one) => one.sends));
  const hears = gather([...modules.values()].flatMap((one) => one.hears));
  return { slots, sends, hears, details: describeDetails([...Object.keys(sends), ...Object.keys(hears)]) };
}

/** The details of events, by event. */
function describeDetails(events: readonly string[]): NonNullable<ReleaseSurface["details"]> {
  const shapes = Object.entries(eventSchemas).filter(([event]) => events.includes(event));
  return Object.fromEntries(
    shapes.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([event, schema]) => [event, toEventShape(schema)]),
  );
}

function gather(uses: ModuleUses["sends"]): Record<string, string[]> {
  const byEvent = Map.groupBy(uses, ({ event }) => event);
  return Object.fromEntries(
    [...byEvent]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([event, list]) => [event, [...new Set(list.flatMap(({ fields }) => fields))].toSorted()]),
  );
}

const require = createRequire(import.meta.url);

/** The source file of an import: of the package itself and, in the shell, of the contracts' code that runs for it. */
function resolveSource(from: string, request: string, name: PackageName): string[] {
  const [path = ""] = request.split("?");
  if (name === shellName && path.startsWith("@site/contracts/host/")) return [require.resolve(path)];
  if (!path.startsWith(".")) return [];
  const file = join(dirname(from), path);
  return [file, `${file}.ts`, `${file}.tsx`].filter((one) => /\.tsx?$/.test(one) && existsSync(one)).slice(0, 1);
}
