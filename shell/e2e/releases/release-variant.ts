import { hash } from "node:crypto";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { toContentVersion } from "@site/contracts/releases/content-version";
import { toIntegrity } from "@site/contracts/releases/integrity";
import type { PackageName } from "@site/contracts/names/package-name";
import type { Release } from "@site/contracts/releases/release";
import type { LoadedRelease } from "../../src/server/releases/loaded-release.ts";
import { writeRelease } from "../harness/write-release.ts";
import { openStore } from "./site-command.ts";

/** A release made from a built one, in a folder beside the store that `publish --from` takes. */
export interface Variant {
  name: PackageName;
  version: string;
  /** `navigation@1.0.0-0123456789ab` */
  label: string;
  folder: string;
  /** What its server HTML, its scripts and its styles are marked with. */
  mark: string;
}

export interface VariantOptions {
  /** Lower-case letters, digits and hyphens. */
  mark: string;
  /** JavaScript that runs in front of each server render, with `key`, `id` and `context`. */
  beforeRender?: string;
  /** JavaScript that runs in the browser with the federation entry. */
  entryCode?: string;
  /** Changes the release document after its hashes were computed. */
  change?: (release: Release) => object;
}

/**
 * Makes another version of what is in a store: every element an island starts with says `data-made-by`, every script
 * and style sheet carries the mark, and all hashes are right, those inside the federation entry as well.
 */
export async function writeVariant(storeDir: string, name: PackageName, options: VariantOptions): Promise<Variant> {
  const { mark, beforeRender = "", entryCode = "", change = (release: Release): object => release } = options;
  const folder = await mkdtemp(join(dirname(storeDir), `variant-${name}-`));
  const found = await findRelease(storeDir, name);
  await writeRelease(found, folder);
  const release = structuredClone(found.release);
  const rehashed = new Map<string, string>();

  async function edit(file: string, write: (text: string) => string): Promise<void> {
    const old = await readFile(join(folder, file));
    const bytes = Buffer.from(write(old.toString("utf8")));
    for (const toHash of [toIntegrity, toShortIntegrity]) rehashed.set(toHash(old), toHash(bytes));
    await put(file, bytes);
    if (release.files[`${file}.br`]) await put(`${file}.br`, brotliCompressSync(bytes));
  }
  async function put(file: string, bytes: Buffer): Promise<void> {
    await writeFile(join(folder, file), bytes);
    release.files[file] = { integrity: toIntegrity(bytes), size: bytes.length };
  }

  const files = Object.keys(release.files).filter((file) => !file.endsWith(".br"));
  const isEntry = (file: string): boolean => file === release.entry;
  for (const file of files.filter((one) => one.endsWith(".css"))) {
    await edit(file, (css) => `${css}@layer remote{.${toClass(name, mark)}{order:0}}`);
  }
  for (const file of files.filter((one) => one.startsWith("browser/") && one.endsWith(".js") && !isEntry(one))) {
    await edit(file, (script) => `${script}\n/*${mark}*/\n`);
  }
  // The entry holds the hashes of everything else. Its mark stands in front, where it costs the fewest bytes: the core is near its budget.
  for (const file of files.filter(isEntry)) {
    await edit(file, (script) =>
      [...rehashed].reduce((text, [old, fresh]) => text.replaceAll(old, fresh), `/*${mark}*/${script}\n${entryCode}`),
    );
  }
  await edit(release.serverEntry, (script) => `${script}\n${toServerPatch(mark, beforeRender)}`);

  release.version = toContentVersion("1.0.0", release);
  const changed = change(release);
  const version =
    "version" in changed && changed.version !== release.version
      ? changed.version
      : toContentVersion("1.0.0", { ...release, ...changed });
  await writeFile(join(folder, "release.json"), JSON.stringify({ ...changed, version }));
  return { name, version: release.version, label: `${name}@${release.version}`, folder, mark };
}

/** The hash by which the shell's entry names its chunks. */
function toShortIntegrity(bytes: Buffer): string {
  return `sha256-${hash("sha256", bytes, "base64")}`;
}

/** The class name by which a style sheet of a variant is told. */
export function toClass(name: PackageName, mark: string): string {
  return `${name}-made-by-${mark}`;
}

function toServerPatch(mark: string, beforeRender: string): string {
  return `;(() => {
    const { render } = module.exports;
    module.exports = {
      ...module.exports,
      render(key, id, context) {
        ${beforeRender}
        const island = render(key, id, context);
        return { ...island, html: island.html.replace(/<([a-z0-9]+)/, '<$1 data-made-by="${mark}"') };
      },
    };
  })();\n`;
}

/** What went live first: other variants in the store are no start for another one. */
async function findRelease(storeDir: string, name: PackageName): Promise<LoadedRelease> {
  const store = await openStore(storeDir);
  const [first] = await store.history();
  if (!first) throw new Error(`Nothing was ever live in ${storeDir}.`);
  return store.load(name, first.set.versions[name] ?? "none");
}
