import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { rspack, type Stats } from "@rspack/core";
import { parse } from "postcss";
import { browserTargets } from "./bundle-options.ts";
import { listErrors } from "./bundler-errors.ts";
import { adviseStyleError } from "./advise-style-error.ts";
import { isFile } from "./list-sources.ts";
import type { SourceError } from "./read-syntax-error.ts";

/**
 * The parts of a package's style sheets that the minimizer cannot parse, file by file: for a bundle it names a place in the combined text.
 * @param root the folder of the package
 */
export async function findStyleErrors(root: string): Promise<SourceError[]> {
  const files = globSync("src/**/*.css", { cwd: root })
    .filter((file) => isFile(join(root, file)))
    .toSorted();
  const imports = files.flatMap((file) => findImports(root, file));
  return imports.length > 0 || files.length === 0 ? imports : minimize(root, files);
}

/** Imports are only read at the top of the whole bundle. */
function findImports(root: string, file: string): SourceError[] {
  const found: SourceError[] = [];
  parse(readFileSync(join(root, file), "utf8")).walkAtRules("import", ({ params, source }) => {
    const { line, column } = source?.start ?? { line: 1, column: 1 };
    const problem = `@import ${params} is in a style sheet, and no release has such.`;
    found.push({ file, line, column, problem, change: "Write the rules in a style sheet of the package." });
  });
  return found;
}

function minimize(root: string, files: readonly string[]): Promise<SourceError[]> {
  const options = { minify: true, errorRecovery: false, targets: [...browserTargets] };
  return new Promise((resolve) => {
    rspack(
      {
        context: root,
        mode: "production",
        entry: files.map((file) => `./${file}`),
        output: { path: join(root, ".build/styles") },
        module: {
          rules: [{ test: /\.css$/, type: "asset/source", use: [{ loader: "builtin:lightningcss-loader", options }] }],
        },
      },
      (_error: Error | null, stats: Stats | undefined) => {
        const errors = stats ? listErrors(stats) : [];
        resolve(
          errors.flatMap(({ message, moduleName = "" }) => toError(root, message, moduleName.replace(/^\.\//, ""))),
        );
      },
    );
  });
}

/** The minimizer counts lines from 0, and columns from 1. */
function toError(root: string, message: string, file: string): SourceError[] {
  const [, said, line, column] = /╰─▶\s+× (.+) at .+:(\d+):(\d+)\s*$/m.exec(message) ?? [];
  if (said === undefined) return [];
  const change = adviseStyleError(readFileSync(join(root, file), "utf8").split("\n")[Number(line)]);
  return [{ file, line: Number(line) + 1, column: Number(column), problem: `${said}.`, change }];
}
