import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, posix } from "node:path";
import { contractsRoot } from "./contract-manifest.ts";
import { findNarrowed } from "./schema-shape.ts";
import type { Surface } from "./surface.ts";

/** A use of the contract that stops working for a team's code. */
export interface Break {
  /** `@site/contracts/react/slot` */
  entry: string;
  /** The exported name; undefined when the whole entry was removed. */
  name?: string | undefined;
  problem: string;
}

/** An export of a declaration file. */
interface Exported {
  name: string;
  kind: "type" | "value";
  isGeneric: boolean;
  /** Whether it is a schema: the values that it accepts are compared, not the type of its object. */
  isSchema: boolean;
  text: string;
}

/**
 * The uses of one surface that fail with another one: the compiler checks whether each export still fits where the earlier one was used. An addition
 * is no break.
 * @throws Error when the compiler fails for another reason
 */
export function findBreaks(before: Surface, after: Surface): Break[] {
  const entries = Object.entries(before.entries);
  const gone = entries
    .filter(([entry]) => !(entry in after.entries))
    .map(([entry]): Break => ({ entry: toSpecifier(entry), problem: "the entry is gone" }));
  const kept = entries.filter(([entry]) => entry in after.entries);
  const asked: { entry: string; name: string; line: string }[] = [];
  const changed: Break[] = [];
  for (const [index, [entry, file]] of kept.entries()) {
    const now = new Map(listExported(after.entries[entry] ?? "", after.declarations).map((one) => [one.name, one]));
    for (const old of listExported(file, before.declarations)) {
      const found = now.get(old.name);
      const of = { entry: toSpecifier(entry), name: old.name };
      if (!found) changed.push({ ...of, problem: "it is not exported any more" });
      // The compiler never considers type parameters of two declarations equal, so their texts are compared.
      else if (old.isGeneric && (old.kind === "type" || old.text === found.text)) {
        if (old.text !== found.text) changed.push({ ...of, problem: "its declaration is another one" });
      } else if (!old.isSchema) asked.push(...toQuestions(old, index).map((line) => ({ ...of, line })));
    }
  }
  const narrowed = Object.entries(before.schemas).flatMap(([key, shape]): Break[] => {
    const [entry = "", name = ""] = key.split("#");
    const now = after.schemas[key];
    if (!now) return [];
    return findNarrowed(shape, now).map((problem) => ({
      entry: toSpecifier(entry),
      name,
      problem: `the schema is narrower: ${problem}`,
    }));
  });
  const imports = kept.flatMap(([entry, file], index) => [
    `import type * as B${index} from "./before/${file.replace(/\.d\.ts$/, ".js")}";`,
    `import type * as A${index} from "./after/${(after.entries[entry] ?? "").replace(/\.d\.ts$/, ".js")}";`,
  ]);
  const lines = [...imports, ...asked.map(({ line }) => line), ...addNewEvents(before, after)];
  const answers = askCompiler(before, after, lines);
  const misfits = asked.flatMap(({ entry, name }, index): Break[] => {
    const problem = answers.get(imports.length + index + 1);
    return problem === undefined ? [] : [{ entry, name, problem }];
  });
  return [...gone, ...changed, ...narrowed, ...misfits];
}

function toSpecifier(entry: string): string {
  return `@site/contracts${entry.slice(1)}`;
}

/** The exports of a declaration file, its own and re-exports. */
function listExported(file: string, declarations: Surface["declarations"]): Exported[] {
  const text = declarations[file] ?? "";
  const passedOn = [...text.matchAll(/^export (?:type )?\{([^}]*)\} from "(\.{1,2}\/[^"]+)\.js"/gm)].flatMap(
    ([, names = "", path = ""]) => {
      const theirs = listExported(posix.join(posix.dirname(file), `${path}.d.ts`), declarations);
      return names.split(",").flatMap((one) => {
        const [name, as = name] = one
          .trim()
          .replace(/^type /, "")
          .split(" as ");
        const found = theirs.find((their) => their.name === name);
        return found && as !== undefined ? [{ ...found, name: as }] : [];
      });
    },
  );
  return [...listOwn(text), ...passedOn];
}

function listOwn(text: string): Exported[] {
  const pattern = /^export (?:declare )?(?:abstract )?(type|interface|const|function|class) (\w+)((?:: )?<)?/gm;
  const starts = [...text.matchAll(pattern)];
  return starts.map((match, index) => {
    const [, word = "", name = "", generic] = match;
    const own = text.slice(match.index, starts[index + 1]?.index).trim();
    return {
      name,
      kind: word === "type" || word === "interface" ? "type" : "value",
      isGeneric: generic !== undefined,
      isSchema: new RegExp(`^export declare const ${name}: v\\.`).test(own),
      text: own,
    };
  });
}

/** Unions of names that may grow within a major version: code with the known names stays valid, and teams' code has to expect unknown ones. */
const growing = new Set(["ErrorCode"]);

/** Lines that compile when the later export fits where the earlier one was used. */
function toQuestions({ name, kind }: Exported, index: number): string[] {
  if (growing.has(name))
    return [`export const ${name}_${index} = (before: B${index}.${name}): A${index}.${name} => before;`];
  const type = kind === "type" ? "" : "typeof ";
  const fits = `export const ${name}_${index} = (after: ${type}A${index}.${name}): ${type}B${index}.${name} => after;`;
  // Teams both send and hear events, so a new field of an event has to be optional.
  const sent = `export const sent_${index} = (before: B${index}.SiteEvents): Pick<A${index}.SiteEvents, keyof B${index}.SiteEvents> => before;`;
  return name === "SiteEvents" ? [fits, sent] : [fits];
}

/**
 * Lines that add the events of the later surface to the earlier one, so that types made of all events, such as the union of their names or a bus,
 * fit, because a team's code that knows fewer events still works.
 */
function addNewEvents(before: Surface, after: Surface): string[] {
  const [old, now] = [findEvents(before), findEvents(after)];
  if (!old || !now) return [];
  const fields = now.names
    .filter((name) => !old.names.includes(name))
    .map((name) => `"${name}": import("./after/${now.module}").SiteEvents["${name}"];`);
  return [`declare module "./before/${old.module}" { interface SiteEvents { ${fields.join(" ")} } }`];
}

/** The module that declares the events of a surface, and their names. */
function findEvents({ declarations }: Surface): { module: string; names: string[] } | undefined {
  for (const [file, text] of Object.entries(declarations)) {
    const events = listOwn(text).find(({ name }) => name === "SiteEvents");
    if (!events) continue;
    const names = [...events.text.matchAll(/"([\w-]+:[\w-]+)": /g)].flatMap(([, name]) => name ?? []);
    return { module: file.replace(/\.d\.ts$/, ".js"), names };
  }
  return undefined;
}

/** The compiler's message for each line, by its number. */
function askCompiler(before: Surface, after: Surface, lines: readonly string[]): Map<number, string> {
  const caches = join(contractsRoot, "node_modules/.cache");
  mkdirSync(caches, { recursive: true });
  const folder = mkdtempSync(join(caches, "compare-"));
  try {
    for (const [side, { declarations }] of Object.entries({ before, after })) {
      for (const [file, text] of Object.entries(declarations)) {
        mkdirSync(dirname(join(folder, side, file)), { recursive: true });
        writeFileSync(join(folder, side, file), text);
      }
    }
    writeFileSync(join(folder, "compare.ts"), lines.join("\n"));
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({
        extends: join(contractsRoot, "../tsconfig.json"),
        compilerOptions: {
          noUnusedLocals: false,
          pretty: false,
          typeRoots: [join(contractsRoot, "../node_modules/@types")],
        },
        files: ["compare.ts"],
        include: [],
      }),
    );
    return parseMessages(runQuietly(join(folder, "tsconfig.json")));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function runQuietly(project: string): string {
  const compiler = createRequire(import.meta.url).resolve("typescript/package.json");
  try {
    return execFileSync(process.execPath, [join(dirname(compiler), "bin/tsc"), "-p", project, "--pretty", "false"], {
      encoding: "utf8",
    });
  } catch (error) {
    if (error instanceof Error && "stdout" in error && String(error.stdout).includes("compare.ts("))
      return String(error.stdout);
    throw error;
  }
}

/** The last line of a message's explanation is the most specific. */
function parseMessages(output: string): Map<number, string> {
  const messages = new Map<number, string>();
  let line = 0;
  for (const text of output.split("\n")) {
    const [, place, message] = /compare\.ts\((\d+),\d+\): error \w+: (.*)/.exec(text) ?? [];
    if (place !== undefined) line = Number(place);
    if (line > 0 && text.trim() !== "") messages.set(line, (message ?? text).trim().replace(/\.$/, ""));
  }
  return messages;
}
