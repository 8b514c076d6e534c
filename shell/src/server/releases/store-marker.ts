import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { isSiteError, SiteError } from "@site/contracts/errors";

/** The file that marks a folder as a release store. */
const markerFile = "store.json";

/** The layout of the store's folder that this version reads and writes. */
export const storeSchemaVersion = 2;

const markerSchema = v.object({ schemaVersion: v.pipe(v.number(), v.integer(), v.minValue(1)) });

/**
 * Checks that a folder is a release store that this version reads.
 * @throws SiteError `STORE_NOT_FOUND` for another folder, `STORE_OUTDATED` for one of the layout before stores had a marker,
 * `STORE_VERSION_UNSUPPORTED` for one of another layout, `STORE_CORRUPT` when its marker cannot be read
 */
export function requireStore(storeDir: string): void {
  const path = join(storeDir, markerFile);
  if (!existsSync(path))
    throw new SiteError(isEarlierStore(storeDir) ? "STORE_OUTDATED" : "STORE_NOT_FOUND", { path: storeDir });
  const { schemaVersion } = readMarker(path);
  if (schemaVersion !== storeSchemaVersion) {
    throw new SiteError("STORE_VERSION_UNSUPPORTED", {
      path: storeDir,
      actual: schemaVersion,
      supported: storeSchemaVersion,
    });
  }
}

/**
 * Makes a folder a release store; an existing store stays as it is.
 * @returns whether the folder was made a store by this call
 * @throws SiteError `STORE_FOLDER_TAKEN` for a file, or a folder with other things in it, `STORE_OUTDATED` for a store of an earlier layout
 */
export function markStore(storeDir: string): boolean {
  try {
    requireStore(storeDir);
    return false;
  } catch (error) {
    if (!isSiteError(error, "STORE_NOT_FOUND")) throw error;
    requireVacant(storeDir);
  }
  mkdirSync(storeDir, { recursive: true });
  writeFileSync(join(storeDir, markerFile), `${JSON.stringify({ schemaVersion: storeSchemaVersion })}\n`);
  return true;
}

function readMarker(path: string): v.InferOutput<typeof markerSchema> {
  const text = readFileSync(path, "utf8");
  try {
    return v.parse(markerSchema, JSON.parse(text));
  } catch (cause) {
    throw new SiteError("STORE_CORRUPT", { path }, { cause });
  }
}

/** Whether a folder is a release store of the layout before stores had a marker: folders of releases, unsigned records. */
export function isEarlierStore(storeDir: string): boolean {
  return (
    !existsSync(join(storeDir, markerFile)) &&
    ["channels", "releases"].every((name) => existsSync(join(storeDir, name)))
  );
}

function requireVacant(storeDir: string): void {
  const found = statSync(storeDir, { throwIfNoEntry: false });
  if (!found) return;
  // An operator may have put data documents there before the store is made.
  if (!found.isDirectory() || readdirSync(storeDir).some((name) => name !== "data"))
    throw new SiteError("STORE_FOLDER_TAKEN", { path: storeDir });
}
