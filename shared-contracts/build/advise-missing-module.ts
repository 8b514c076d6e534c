import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/**
 * What to write in place of an import that leads nowhere.
 * @param root the folder of the package
 * @param file the path of the importing file from there
 */
export function adviseMissingModule(root: string, file: string, from: string): string {
  if (from.startsWith(".")) {
    const near = findNear(join(root, dirname(file), from));
    return near === undefined
      ? "Correct the path, or add the file."
      : `Write ${from.slice(0, from.length - basename(from).length)}${near}, which is there.`;
  }
  return isAlias(root, from)
    ? "Write a relative path, such as ./table.tsx: the build reads no paths of tsconfig.json."
    : "Correct the name, or add the package to package.json and install it.";
}

/** A file of the folder whose name differs only in its extension, or in small and large letters. */
function findNear(path: string): string | undefined {
  const folder = dirname(path);
  return existsSync(folder) ? readdirSync(folder).find((name) => toStem(name) === toStem(basename(path))) : undefined;
}

function toStem(name: string): string {
  return name.toLowerCase().replace(/\.[cm]?[jt]sx?$/, "");
}

/** Whether the configuration of the compiler has a path that begins as a request does. */
function isAlias(root: string, from: string): boolean {
  const file = join(root, "tsconfig.json");
  return existsSync(file) && readFileSync(file, "utf8").includes(`"${from.split("/")[0]}/`);
}
