import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileAddresses } from "./file-addresses.ts";
import { toPosition } from "./to-position.ts";
import type { CheckedSet, SetFinding } from "./release-check.ts";

/** Addresses of this site that code gives to a picture, a film or a sound. */
const inCode = /\b(?:src|srcSet|poster)=(?:\{\s*)?["'`](\/[^"'`/$][^"'`$]*)["'`]/g;

/** Addresses of this site that a style sheet fetches. */
const inStyles = /\burl\(\s*["']?(\/[^"')/][^"')]*)["']?\s*\)/g;

const comment = /^\s*(?:\/\/|\/?\*)/;

/**
 * Addresses of files of this site that the sources of a package name and no server has: visitors would see a broken picture. Those below `/assets/` are
 * files of the shell's release, and are looked up where it is known.
 */
export function findMissingFiles({ candidates, releases }: Pick<CheckedSet, "candidates" | "releases">): SetFinding[] {
  const shell = releases.get("shell");
  return [...candidates.values()].flatMap(({ sourceRoot, label }) =>
    (sourceRoot === undefined ? [] : listNamed(sourceRoot)).flatMap(({ address, ...place }): SetFinding[] => {
      // A list of addresses has a width or a density behind each.
      const [path = ""] = address.split(/[?#\s,]/);
      const isKnown = path.startsWith("/assets/")
        ? shell === undefined || `browser${path}` in shell.release.files
        : fileAddresses.some((beginning) => path.startsWith(beginning));
      const problem = path.startsWith("/assets/")
        ? `${address} is no file of the shell, whose files alone are below /assets/.`
        : `${address} is the address of no file: none is at such an address of this site.`;
      return isKnown ? [] : [{ release: label, ...place, problem, change }];
    }),
  );
}

const change =
  "Import the picture as SVG and use toImageUrl of @site/contracts/islands/image, or correct the address of a file that is there.";

function listNamed(root: string): { file: string; line: number; column: number; address: string }[] {
  return globSync("src/**/*.{ts,tsx,css}", { cwd: root, exclude: ["**/*.test.*"] })
    .toSorted()
    .flatMap((file) => {
      const source = readFileSync(join(root, file), "utf8");
      return [...source.matchAll(file.endsWith(".css") ? inStyles : inCode)].flatMap(
        ({ 0: text, 1: address = "", index }) => {
          const at = toPosition(source, index + text.indexOf(address));
          const isComment = comment.test(source.split("\n")[at.line - 1] ?? "");
          return isComment ? [] : [{ file, line: at.line, column: at.column, address }];
        },
      );
    });
}
