import { execFileSync } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, posix } from "node:path";
import { contractsRoot, listEntryFiles, listFilesOf, readContractManifest, toCompiled } from "./contract-manifest.ts";

/** Files that no import names: those loaded by their path, or by a condition of `imports`, and the command. */
const loadedByPath = [
  "assets.d.ts",
  "build/code-loader.ts",
  "build/encoding-loader.ts",
  "build/federation-runtime.ts",
  "build/message-loader.ts",
  "build/text-loader.ts",
  "cli/run-site-remote.ts",
  "cli/site-remote.ts",
  "confine/render-process.ts",
  "src/errors/no-server-sentences.ts",
  "src/errors/server-sentences.ts",
];

const compiler = createRequire(import.meta.url).resolve("typescript/package.json");

/**
 * Compiles the files of the teams' entries to JavaScript with declarations, in the folders of the sources: Node does not strip types of files below
 * `node_modules`.
 * @throws Error with the compiler's messages
 */
export function emitPackage(folder: string, { onlyDeclarations = false } = {}): void {
  const manifest = readContractManifest();
  const { exports } = manifest;
  const entries = [...listEntryFiles(manifest).values()].flatMap(listFilesOf);
  const caches = join(contractsRoot, "node_modules/.cache");
  mkdirSync(caches, { recursive: true });
  const scratch = mkdtempSync(join(caches, "emit-"));
  const project = join(scratch, "tsconfig.json");
  writeFileSync(
    project,
    JSON.stringify({
      extends: join(contractsRoot, "../tsconfig.json"),
      compilerOptions: {
        noEmit: false,
        noCheck: true,
        declaration: true,
        ...(onlyDeclarations && { emitDeclarationOnly: true, removeComments: true }),
        rewriteRelativeImportExtensions: true,
        rootDir: contractsRoot,
        outDir: folder,
        target: "es2022",
        typeRoots: [join(contractsRoot, "../node_modules/@types")],
      },
      files: [...entries, ...loadedByPath].map((file) => join(contractsRoot, file)),
      include: [],
    }),
  );
  try {
    runCompiler(project);
  } finally {
    rmSync(scratch, { recursive: true });
  }
  // A packed file imports other files of the package by path, because not every entry of the workspace is an entry of the package.
  for (const file of globSync("**/*.{js,d.ts}", { cwd: folder, exclude: ["**/node_modules/**"] })) {
    const path = join(folder, file);
    const text = readFileSync(path, "utf8");
    const named = text.replaceAll(
      /^(.*\bfrom )"@site\/contracts(\/[\w/-]+)";$/gm,
      (_line, start: string, entry: string) => {
        const target = exports[`.${entry}`];
        if (typeof target !== "string")
          throw new Error(`${file} imports @site/contracts${entry}, which is not one file.`);
        const relation = posix.relative(posix.dirname(file), posix.normalize(toCompiled(target, ".js")));
        return `${start}"${relation.startsWith(".") ? relation : `./${relation}`}";`;
      },
    );
    if (named !== text) writeFileSync(path, named);
  }
  // The compiler does not change the extensions of imports in declarations.
  for (const file of globSync("**/*.d.ts", { cwd: folder, exclude: ["**/node_modules/**"] })) {
    const path = join(folder, file);
    const text = readFileSync(path, "utf8");
    writeFileSync(path, text.replaceAll(/(from |import\()"(\.[^"]*?)\.tsx?"/g, '$1"$2.js"'));
  }
}

/** Runs the TypeScript compiler on a project. @throws Error with its messages */
function runCompiler(project: string): void {
  try {
    execFileSync(process.execPath, [join(dirname(compiler), "bin/tsc"), "-p", project, "--pretty", "false"], {
      encoding: "utf8",
    });
  } catch (error) {
    const output = error instanceof Error && "stdout" in error ? String(error.stdout) : "";
    throw new Error(output.trim() === "" ? String(error) : output, { cause: error });
  }
}
