import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { LoadedRelease } from "../../src/server/releases/loaded-release.ts";

/** Writes a release into a folder, as its build does, for `site publish --from`. */
export async function writeRelease({ release, files }: LoadedRelease, folder: string): Promise<void> {
  for (const [file, bytes] of files) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), bytes);
  }
  await writeFile(join(folder, "release.json"), JSON.stringify(release, null, 2));
}
