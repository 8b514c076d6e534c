import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import * as v from "valibot";
import { parseJson } from "../src/documents/parse-json.ts";
import { SiteError, toProblem } from "../src/errors/errors.ts";
import { isPackageName, type PackageName } from "../src/names/package-name.ts";

/**
 * The name of the remote in a folder: that of its package without the scope and `remote-`.
 * @throws SiteError `REMOTE_NOT_FOUND`, `BUILD_FAILED` for an invalid `package.json`
 */
export function readRemoteName(folder: string): PackageName {
  const file = join(folder, "package.json");
  const manifest = existsSync(file) ? v.safeParse(v.object({ name: v.string() }), readManifest(file)) : undefined;
  const name = manifest?.success ? /^@site\/remote-(.+)$/.exec(manifest.output.name)?.[1] : undefined;
  const given = manifest?.success
    ? `the name in its package.json is ${manifest.output.name}`
    : "its package.json has no name";
  const problem = manifest === undefined ? "it has no package.json" : given;
  if (!isPackageName(name)) throw new SiteError("REMOTE_NOT_FOUND", { folder, problem });
  if (!existsSync(join(folder, "rspack.config.ts")))
    throw new SiteError("REMOTE_NOT_FOUND", { folder, problem: "it has no rspack.config.ts" });
  return name;
}

function readManifest(file: string): unknown {
  const text = readFileSync(file, "utf8");
  try {
    return parseJson(text);
  } catch (cause) {
    const problem = text.startsWith("\uFEFF")
      ? "package.json begins with a byte order mark, which JSON does not have. Save it as UTF-8 without one."
      : `package.json is no JSON: ${toProblem(cause).replace(/\.$/, "")}. Correct the file.`;
    throw new SiteError("BUILD_FAILED", { name: basename(dirname(file)), problem }, { cause });
  }
}
