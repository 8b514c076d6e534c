import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

/** The folder of the whole workspace. */
export const workspaceRoot = join(import.meta.dirname, "../..");

const isGenerated = /(^|\/)(node_modules|dist|\.build|\.git|\.site[^/]*|test-results)(\/|$)/;

/** Paths of the documents that engineers read, from the root of the workspace. Policies and other texts of the site are not among them. */
export function listDocuments(): string[] {
  return globSync("{*.md,.github/**/*.md,docs/**/*.md,shell/**/*.md,shared-contracts/**/*.md,remote-*/**/*.md}", {
    cwd: workspaceRoot,
    exclude: (path) => isGenerated.test(path),
  })
    .filter((path) => !/^remote-[^/]+\/src\//.test(path))
    .toSorted();
}

/** The text of a file, by its path from the root of the workspace. */
export function readDocument(path: string): string {
  return readFileSync(join(workspaceRoot, path), "utf8");
}

/** The targets of a document's links and pictures in this repository: paths from the root, each with its fragment or "". */
export function listLocalLinks(path: string): { target: string; fragment: string }[] {
  return [...readDocument(path).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, address = ""]) => address)
    .filter((address) => !/^([a-z]+:|\/)/.test(address))
    .map((address) => {
      const [file = "", fragment = ""] = address.split("#");
      return { target: file === "" ? path : normalize(join(dirname(path), file)), fragment };
    });
}

/** The fragments of a document's headings, as repository hosts generate them. */
export function listFragments(path: string): string[] {
  return [...readDocument(path).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\- ]/gu, "")
      .replaceAll(" ", "-"),
  );
}
