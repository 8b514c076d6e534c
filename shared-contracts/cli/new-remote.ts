import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, isAbsolute, join, relative } from "node:path";
import { isSiteError, SiteError } from "../src/errors/errors.ts";
import { isPackageName, shellName } from "../src/names/package-name.ts";
import { contractVersion } from "../src/releases/share-scope.ts";
import { pinVersions } from "./catalog.ts";
import { readRemoteName } from "./read-remote-name.ts";

/** The remote's name in the files of the template. */
const placeholder = "your-remote";

/** The template's `package.json`. */
const manifest = "manifest.json";

/** Files of the template that have another name in a remote: `pnpm pack` would leave out a `.gitignore`, or apply it to the package. */
const targets: Readonly<Record<string, string>> = {
  codeowners: ".github/CODEOWNERS",
  gitignore: ".gitignore",
  [manifest]: "package.json",
  "oxlintrc.json": ".oxlintrc.json",
};

export interface NewRemoteOptions {
  /** Small letters, digits and hyphens. */
  name: string;
  /** The folder in which the remote's folder is made. */
  parent: string;
  /** The source of `@site/contracts`, in the format of a `package.json`; by default a range of this version. */
  contracts?: string | undefined;
  /** The folder of the files to copy; by default that of this contract. */
  template?: string;
}

/**
 * Writes a complete remote into a new folder `remote-<name>`.
 * @throws SiteError `REMOTE_NAME_INVALID`, `REMOTE_FOLDER_NESTED`, `REMOTE_FOLDER_TAKEN`, `REMOTE_TEMPLATE_MISSING`; nothing is written then
 */
export function newRemote({
  name,
  parent,
  contracts = `^${contractVersion}`,
  template = join(import.meta.dirname, "../template"),
}: NewRemoteOptions): { folder: string; files: number } {
  if (!isPackageName(name) || name === shellName) throw new SiteError("REMOTE_NAME_INVALID", { name });
  const around = findRemoteAround(parent);
  if (around !== undefined) throw new SiteError("REMOTE_FOLDER_NESTED", { folder: around, beside: dirname(around) });
  const folder = join(parent, `remote-${name}`);
  if (existsSync(folder)) throw new SiteError("REMOTE_FOLDER_TAKEN", { folder });
  if (!existsSync(join(template, manifest))) throw new SiteError("REMOTE_TEMPLATE_MISSING", { template });
  const files = listTemplate(template);
  for (const file of files) {
    const to = join(folder, targets[file] ?? file);
    const text = readFileSync(join(template, file), "utf8").replaceAll(placeholder, name);
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, file === manifest ? toManifest(text, toSpecifier(contracts, parent, folder)) : text);
  }
  return { folder, files: files.length };
}

/** The nearest folder of a remote, from the folder upwards; undefined when there is none. */
function findRemoteAround(folder: string): string | undefined {
  if (isRemoteFolder(folder)) return folder;
  const above = dirname(folder);
  return above === folder ? undefined : findRemoteAround(above);
}

function isRemoteFolder(folder: string): boolean {
  try {
    readRemoteName(folder);
    return true;
  } catch (error) {
    // An unreadable package is not a reason to refuse.
    if (isSiteError(error)) return false;
    throw error;
  }
}

function listTemplate(template: string): string[] {
  return readdirSync(template, { recursive: true, encoding: "utf8" }).filter((file) =>
    statSync(join(template, file)).isFile(),
  );
}

/**
 * A path is relative to the folder of the command, and is written relative to the remote's. Specifiers with another protocol, and versions, are not
 * changed.
 */
function toSpecifier(contracts: string, parent: string, folder: string): string {
  const path = contracts.replace(/^file:(?!\/)/, "");
  const isPath = path !== contracts || /^\.{0,2}\//.test(path) || (path.endsWith(".tgz") && !/^\w+:/.test(path));
  return isPath ? `file:${relative(folder, isAbsolute(path) ? path : join(parent, path))}` : contracts;
}

function toManifest(text: string, specifier: string): string {
  return pinVersions(text).replace(`"@site/contracts": ""`, `"@site/contracts": ${JSON.stringify(specifier)}`);
}
