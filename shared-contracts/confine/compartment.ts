import { type ServerEntry, toServerEntry } from "../src/islands/server-entry.ts";
import { createGlobals } from "./globals.ts";
import { shareModules } from "./share-modules.ts";

/** Text in front of the source of a file, on separate lines, so that columns do not change. */
const opening = "(function (module, exports, require) {\n";

/** How many lines the places in stack traces are below those of the file. */
export const linesBefore = opening.split("\n").length - 1;

/**
 * Runs a CommonJS file in a compartment of its own: it sees the built-in objects of the language, frozen, what
 * `createGlobals` lists, and what `resolve` answers when it asks for a module.
 * @param filename its name in stack traces
 */
function loadCommonJs(source: string, filename: string, resolve: (id: string) => unknown): unknown {
  const compartment = new Compartment({ __options__: true, globals: createGlobals(), name: filename });
  // Two tests of `ses` are off, because they search the text and would refuse `import(` or `<!--` inside a string. A real import still fails (hardened.ts).
  const evaluate = (text: string): unknown =>
    compartment.evaluate(`${opening}${text}\n})\n//# sourceURL=${filename}`, {
      __evadeImportExpressionTest__: true,
      __evadeHtmlCommentTest__: true,
    });
  const run = evaluateAsWritten(evaluate, source);
  if (typeof run !== "function") throw new Error(`${filename} is not a CommonJS module`);
  const module: { exports: unknown } = { exports: {} };
  Reflect.apply(run, undefined, [module, module.exports, harden((id: unknown) => resolve(String(id)))]);
  // Otherwise a render could leave values on the global object for the next one.
  harden(compartment.globalThis);
  return module.exports;
}

/** The text that `ses` takes for an import, with the characters around the word. */
const importText = /(^|[^.]|\.\.\.)\bimport(\s*(?:\(|\/[/*]))/g;

/**
 * Evaluates a file. `ses` replaces each `import(` by another word, also in the texts that visitors read. With its first letter escaped the word has the
 * same meaning in a string, a template, a regular expression and a name, and `ses` does not replace it. A real `import` with an escape is a syntax error:
 * then the file is evaluated without escapes, and the import that `ses` replaced fails when it is called.
 */
function evaluateAsWritten(evaluate: (text: string) => unknown, source: string): unknown {
  try {
    return evaluate(source.replaceAll(importText, String.raw`$1\u0069mport$2`));
  } catch {
    return evaluate(source);
  }
}

/** The exports of the shared libraries by module. */
export type SharedModules = ReturnType<typeof shareModules>;

/**
 * Loads shared libraries in a compartment of their own.
 * @throws the errors that they throw while they are loaded
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
 * Loads a release's server file in a compartment of its own, with the shared libraries it imports.
 * @throws the errors that it throws while it is loaded
 */
export function loadServer(server: { source: string; filename: string }, provided: SharedModules): ServerEntry {
  const entry = loadCommonJs(server.source, server.filename, (id) => {
    const found = provided.get(id);
    if (found === undefined) throw new Error(`${server.filename} asks for ${id}, which the shell does not provide`);
    return found;
  });
  return toServerEntry(entry, server.filename);
}
