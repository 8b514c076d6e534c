import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { dataDocumentNames } from "@site/contracts/documents/data-documents";
import { parseWrittenDocument } from "@site/contracts/documents/written-document";
import { toProblem } from "@site/contracts/errors";
import { type Problem, withFrame } from "./problem.ts";

const missing =
  "The document is missing. A server that runs keeps the last good one; one that starts needs all of them. Put it back, or give it back its name.";

/** What is wrong in the documents that come with the shell. */
export function findDataProblems(dataFolder: string, root: string): Problem[] {
  return dataDocumentNames.flatMap((name): Problem[] => {
    const path = join(dataFolder, `${name}.json`);
    const file = relative(root, path);
    if (!existsSync(path)) return [{ kind: "data", text: missing, file }];
    try {
      parseWrittenDocument(name, readFileSync(path, "utf8"));
      return [];
    } catch (error) {
      const text = toProblem(error);
      const [, line, column] = /line (\d+) column (\d+)/.exec(text) ?? [];
      const place = line === undefined ? {} : { line: Number(line), column: Number(column) };
      return [withFrame({ kind: "data", text, file, ...place }, root)];
    }
  });
}
