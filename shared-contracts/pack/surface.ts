import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join, posix } from "node:path";
import * as v from "valibot";
import { contractsRoot, listEntryFiles, readContractManifest, toCompiled } from "./contract-manifest.ts";
import { emitPackage } from "./emit.ts";
import { isSchema, type SchemaShape, toSchemaShape } from "./schema-shape.ts";

const shapeSchema: v.GenericSchema<SchemaShape> = v.object({
  type: v.string(),
  fields: v.optional(
    v.record(
      v.string(),
      v.lazy(() => shapeSchema),
    ),
  ),
  options: v.optional(v.array(v.string())),
  inner: v.optional(v.array(v.lazy(() => shapeSchema))),
  rules: v.optional(v.array(v.string())),
});

const surfaceSchema = v.object({
  version: v.string(),
  /** The declaration file of each entry. */
  entries: v.record(v.string(), v.string()),
  /** The text of each declaration file that an entry uses. */
  declarations: v.record(v.string(), v.string()),
  /** The schemas that entries export: by entry, a hash sign, and the name. */
  schemas: v.record(v.string(), shapeSchema),
});

/** The parts of one version of the contract that teams can use: the types of its entries, and the values that its schemas accept. */
export type Surface = v.InferOutput<typeof surfaceSchema>;

/** The surface of the last release, written by `record-surface.ts`. */
export const recordFile = join(contractsRoot, "surface.json");

export function readRecordedSurface(): Surface {
  return v.parse(surfaceSchema, JSON.parse(readFileSync(recordFile, "utf8")));
}

/** The surface of the current sources. @throws Error with the compiler's messages */
export async function readSurface(): Promise<Surface> {
  const manifest = readContractManifest();
  const files = [...listEntryFiles(manifest)].map(([entry, target]) => {
    const source = typeof target === "string" ? target : (target["default"] ?? "");
    return { entry, source, declaration: posix.normalize(toCompiled(source, ".d.ts")) };
  });
  const declarations = readDeclarations();
  const needed = listNeeded(
    files.map(({ declaration }) => declaration),
    declarations,
  );
  const schemas: Surface["schemas"] = {};
  for (const { entry, source } of files) {
    if (!source.startsWith("./src/")) continue;
    const exported: Record<string, unknown> = await import(join(contractsRoot, source));
    for (const [name, value] of Object.entries(exported))
      if (isSchema(value)) schemas[`${entry}#${name}`] = toSchemaShape(value);
  }
  return {
    version: manifest.version,
    entries: Object.fromEntries(files.map(({ entry, declaration }) => [entry, declaration])),
    declarations: Object.fromEntries(needed.map((file) => [file, declarations.get(file) ?? ""])),
    schemas,
  };
}

function readDeclarations(): Map<string, string> {
  const caches = join(contractsRoot, "node_modules/.cache");
  mkdirSync(caches, { recursive: true });
  const folder = mkdtempSync(join(caches, "surface-"));
  try {
    emitPackage(folder, { onlyDeclarations: true });
    return new Map(
      globSync("**/*.d.ts", { cwd: folder }).map((file) => [file, readFileSync(join(folder, file), "utf8")]),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The files and their imports, sorted. */
function listNeeded(entries: readonly string[], declarations: ReadonlyMap<string, string>): string[] {
  const needed = new Set<string>();
  const add = (file: string): void => {
    if (needed.has(file) || !declarations.has(file)) return;
    needed.add(file);
    for (const [, path = ""] of (declarations.get(file) ?? "").matchAll(/"(\.{1,2}\/[^"]+)\.js"/g))
      add(posix.join(posix.dirname(file), `${path}.d.ts`));
  };
  for (const file of entries) add(file);
  return [...needed].toSorted();
}

/** Whether a surface was recorded already. */
export function hasRecordedSurface(): boolean {
  return existsSync(recordFile);
}
