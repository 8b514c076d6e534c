import { readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Replaces a file atomically: another process reads the old or the new content, never a part. */
export async function writeWhole(path: string, text: string | Buffer): Promise<void> {
  const aside = `${path}.${process.pid}.new`;
  await writeFile(aside, text);
  await rename(aside, path);
}

/** Removes files of a folder by the ending of their names, except for the newest `count`. */
export async function prune(folder: string, ending: string, count: number): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(ending));
  const files = await Promise.all(
    names.map(async (file) => ({ file, at: (await stat(join(folder, file)).catch(() => undefined))?.mtimeMs ?? 0 })),
  );
  for (const { file } of files.toSorted((a, b) => b.at - a.at).slice(count))
    await rm(join(folder, file), { force: true });
}
