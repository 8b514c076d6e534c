import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { isSiteError, toProblem } from "@site/contracts/errors";
import { ReleaseRefusal } from "../src/server/release-checks/refusal.ts";
import { type Problem, withFrame } from "./problem.ts";

/**
 * The problems of a build or of a release that was refused, each with its place where that is known.
 * @param root the folder of the workspace
 * @param folder the folder of the package that was built, from the root, where one build failed
 * @param toPackageFolder the folder of a package that was refused, from the root
 */
export function toBuildProblems(
  error: unknown,
  root: string,
  folder: string | undefined,
  toPackageFolder: (name: string) => string = toFolder,
): Problem[] {
  const problems =
    error instanceof ReleaseRefusal ? toRefusalProblems(error, toPackageFolder) : toBundlerProblems(error, folder);
  return problems.map((problem) => withFrame(problem, root));
}

/** One for each place: the same fault is found on many pages. */
function toRefusalProblems({ problems }: ReleaseRefusal, toPackageFolder: (name: string) => string): Problem[] {
  const places = Map.groupBy(problems, ({ release, file, line, column }) => [release, file, line, column].join());
  return [...places.values()].flatMap(([first, ...others]): Problem[] => {
    if (!first) return [];
    const name = first.release.split("@")[0] ?? "";
    const more = others.length === 0 ? "" : ` (and ${others.length} more at this place)`;
    return [
      {
        kind: "check",
        text: `${first.problem}${more} ${first.change}`,
        file: first.file === undefined ? undefined : join(toPackageFolder(name), first.file),
        line: first.line,
        column: first.column,
      },
    ];
  });
}

/** The folder of a package, from the root of the workspace. */
export function toFolder(name: string): string {
  return name === "shell" ? "shell" : `remote-${name}`;
}

/** The bundler reports its errors as one text, which names files relative to the package. */
function toBundlerProblems(error: unknown, folder = ""): Problem[] {
  const text = stripVTControlCharacters(toProblem(error));
  const parts = text.split(/^ERROR in /m).slice(1);
  if (parts.length === 0 || isSiteError(error)) return [{ kind: "build", text }];
  const problems = parts.map((part): Problem => {
    const [head = "", ...rest] = part.split("\n");
    const thrown = toThrown(head, folder);
    if (thrown) return thrown;
    // An error of no module stands at the head, and has its place in its sentence.
    const hasModule = !head.startsWith("× ");
    const file = hasModule ? join(folder, head.trim().split(/[ !?]/)[0] ?? "") : undefined;
    const message = (hasModule ? rest : [head])
      .map((line) => /^[\s│]*(?:╰─▶\s*)?×\s*(?:Error: )?(.*)$/.exec(line)?.[1] ?? "")
      .filter(Boolean);
    const said = message.findLast((line) => !line.startsWith("Module build failed")) ?? message.at(-1) ?? head;
    const own = /^([^\s:]+):(\d+)(?::(\d+))?: (.+)$/.exec(said);
    if (own) {
      const [, path = "", row, at, sentence = ""] = own;
      const place = { line: Number(row), column: at === undefined ? undefined : Number(at) };
      return { kind: "build", text: sentence, file: join(folder, path), ...place };
    }
    const [, line, column] = /╭─\[(?:.*?:)?(\d+):(\d+)\]/.exec(part) ?? [];
    // The bundler's frame begins some lines before the place, which is where its rule ends.
    const place =
      findMarked(part) ?? (line === undefined ? undefined : { line: Number(line), column: Number(column) + 1 });
    return { kind: "build", text: said, file, ...place };
  });
  // The bundles of both sides have the same file.
  return [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()];
}

/** An error of the code that was built, which ran: it has its place at its end. */
function toThrown(head: string, folder: string): Problem | undefined {
  const [, text, file, line, column] = /^×\s*(.*) \(([^()\s]+):(\d+):(\d+)\)\s*$/.exec(head) ?? [];
  if (text === undefined || file === undefined) return undefined;
  return { kind: "build", text, file: join(folder, file), line: Number(line), column: Number(column) };
}

/** The line above the mark of the bundler's frame. */
function findMarked(part: string): { line: number; column: number } | undefined {
  const lines = part.split("\n");
  const marked = lines.findIndex((line) => /[·┬─]*[┬▲]/.test(line.replace(/^.*?·/, "")) && /·/.test(line));
  const [, number, bar] = /^\s*(\d+)\s(│)/.exec(lines[marked - 1] ?? "") ?? [];
  if (number === undefined || bar === undefined) return undefined;
  const start = (lines[marked - 1] ?? "").indexOf(bar) + 2;
  const at = (lines[marked] ?? "").search(/[┬▲─]/);
  return { line: Number(number), column: Math.max(1, at - start + 1) };
}
