import { type ServerEntry, toServerEntry } from "../src/islands/server-entry.ts";
import { createGlobals } from "./globals.ts";
import { shareModules } from "./share-modules.ts";

/** Text before the source of a file, on lines of its own, so that columns stay those of the file. */
const opening = "(function (module, exports, require) {\n";

/** Lines by which places in stack traces lie below those of the file. */
export const linesBefore = opening.split("\n").length - 1;

/**
 * Runs a CommonJS file in a compartment of its own: it sees the built-in objects of the language, frozen, what
 * `createGlobals` lists, and what `resolve` answers when it asks for a module.
 * @param filename its name in stack traces
 */
function loadCommonJs(source: string, filename: string, resolve: (id: string) => unknown): unknown {
  const compartment = new Compartment({ __options__: true, globals: createGlobals(), name: filename });
  // Both tests of `ses` search the text, so they would also refuse `import(` or `<!--` inside a string: they are off. A real import still fails (hardened.ts).
  const evaluate = (text: string): unknown =>
    compartment.evaluate(`${opening}${text}\n})\n//# sourceURL=${filename}`, {
      __evadeImportExpressionTest__: true,
      __evadeHtmlCommentTest__: true,
    });
  const run = evaluateAsWritten(evaluate, source);
  if (typeof run !== "function") throw new Error(`${filename} is not a CommonJS module`);
  const module: { exports: unknown } = { exports: {} };
  Reflect.apply(run, undefined, [module, module.exports, harden((id: unknown) => resolve(String(id)))]);
  // What a render leaves on its global object would be there for the next.
  harden(compartment.globalThis);
  return module.exports;
}

/** What `ses` takes for an import, with what stands before and after the word. */
const importText = /(^|[^.]|\.\.\.)\bimport(\s*(?:\(|\/[/*]))/g;

/**
 * Evaluates a file. `ses` replaces each `import(` by another word, also in the texts that visitors read. With its first letter escaped, the word is
 * the same in a string, a template, a regular expression and a name, and `ses` leaves it. A real `import` with an escape is a syntax error: such a
 * file is evaluated as `ses` changes it, and the import fails when it is called.
 */
function evaluateAsWritten(evaluate: (text: string) => unknown, source: string): unknown {
  try {
    return evaluate(source.replaceAll(importText, String.raw`$1\u0069mport$2`));
  } catch {
    return evaluate(source);
  }
}

/** What shared libraries provide, by module. */
export type SharedModules = ReturnType<typeof shareModules>;

/**
 * Loads shared libraries in a compartment of their own.
 * @throws what they throw while they are loaded
 */
export function loadShared(shared: { source: string; filename: string }): SharedModules {
  const exports = loadCommonJs(shared.source, shared.filename, (id) => {
    throw new Error(`the shared libraries ask for ${id}`);
  });
  const modules: unknown =
    typeof exports === "object" && exports !== null && "sharedModules" in exports ? exports.sharedModules : undefined;
  if (typeof modules !== "object" || modules === null)
    throw new Error(`${shared.filename} provides no shared libraries`);
  return shareModules(modules);
}

/**
 * Loads a release's server file in a compartment of its own, with the shared libraries it stands on.
 * @throws what it throws while it is loaded
 */
export function loadServer(server: { source: string; filename: string }, provided: SharedModules): ServerEntry {
  const entry = loadCommonJs(server.source, server.filename, (id) => {
    const found = provided.get(id);
    if (found === undefined) throw new Error(`${server.filename} asks for ${id}, which the shell does not provide`);
    return found;
  });
  return toServerEntry(entry, server.filename);
}
