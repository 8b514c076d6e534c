import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import * as v from "valibot";
import { isSiteError, SiteError } from "@site/contracts/errors";
import { isDiskError } from "../../disk/disk.ts";
import { toStoreError } from "../../disk/durable-files.ts";
import { toAside } from "../../disk/leftovers.ts";

/** The file that marks a folder as a release store. */
const markerFile = "store.json";

/** The layout of the store's folder that this version reads and writes. */
const storeSchemaVersion = 2;

const markerSchema = v.object({ schemaVersion: v.pipe(v.number(), v.integer(), v.minValue(1)) });

/**
 * Checks that a folder is a release store that this version reads.
 * @throws SiteError `STORE_NOT_FOUND` for another folder, `STORE_OUTDATED` for one of an earlier layout,
 * `STORE_VERSION_UNSUPPORTED` for one of a later layout, `STORE_UNMARKED` when all is there but a marker that can be read, `STORE_CORRUPT` when it
 * cannot be read in another folder
 */
export function requireStore(storeDir: string): void {
  const path = join(storeDir, markerFile);
  if (lacksMarker(storeDir)) throw new SiteError("STORE_UNMARKED", { path: storeDir });
  if (isEarlierStore(storeDir)) throw new SiteError("STORE_OUTDATED", { path: storeDir });
  if (!existsSync(path)) throw new SiteError("STORE_NOT_FOUND", { path: storeDir, variables: "STORE_DIR" });
  const { schemaVersion } = readMarker(path);
  if (schemaVersion !== storeSchemaVersion) {
    throw new SiteError("STORE_VERSION_UNSUPPORTED", {
      path: storeDir,
      actual: schemaVersion,
      supported: storeSchemaVersion,
    });
  }
}

/** Whether a folder has what a store of this layout has, but for a marker that can be read: it was lost, as by a copy, or damaged. */
export function lacksMarker(storeDir: string): boolean {
  const path = join(storeDir, markerFile);
  return (
    ["blobs", "channels"].every((name) => isFolder(join(storeDir, name))) &&
    !isEarlierStore(storeDir) &&
    !isMarked(path)
  );
}

function isMarked(path: string): boolean {
  try {
    readMarker(path);
    return true;
  } catch (error) {
    // Any other error, such as a denied permission, does not mean that the store is damaged.
    if (isSiteError(error, "STORE_CORRUPT") || isDiskError(error, "ENOENT")) return false;
    throw error;
  }
}

/**
 * Marks a store anew that {@link lacksMarker}. Nothing else of it is touched.
 * @throws SiteError `STORE_FULL`, `STORE_NOT_WRITABLE`
 */
export function markAgain(storeDir: string): void {
  try {
    writeMarker(join(storeDir, markerFile));
  } catch (error) {
    throw toStoreError(storeDir, error);
  }
}

/**
 * Makes a folder a release store; an existing store stays as it is.
 * @returns whether the folder was made a store by this call
 * @throws SiteError `STORE_FOLDER_TAKEN` for a file, or a folder with other things in it, `STORE_OUTDATED` for a store of an earlier layout,
 * `STORE_FULL`, `STORE_NOT_WRITABLE`
 */
export function markStore(storeDir: string): boolean {
  try {
    requireStore(storeDir);
    return false;
  } catch (error) {
    if (!isSiteError(error, "STORE_NOT_FOUND")) throw error;
    requireVacant(storeDir);
  }
  try {
    makeFolder(storeDir);
  } catch (error) {
    throw toStoreError(storeDir, error);
  }
  markAgain(storeDir);
  return true;
}

/**
 * Makes a folder and those above it. With its option `recursive`, Node says of a read-only disk that the folder above is missing.
 * @throws SiteError `STORE_NOT_WRITABLE` at a link that leads nowhere, as to a disk that is not mounted
 */
function makeFolder(folder: string): void {
  if (makeOne(folder)) return;
  makeFolder(dirname(folder));
  if (!makeOne(folder))
    throw new SiteError("STORE_NOT_WRITABLE", { path: folder, problem: "no folder can be made there" });
}

/** @returns false when the folder above is missing */
function makeOne(folder: string): boolean {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (isDiskError(error, "ENOENT") && dirname(folder) !== folder) return false;
    if (!isDiskError(error, "EEXIST")) throw error;
    if (!existsSync(folder))
      throw new SiteError("STORE_NOT_WRITABLE", { path: folder, problem: "it is a link to what is not there" });
  }
  return true;
}

/** Writes the marker whole or not at all: a part of it would make the folder a damaged store. */
function writeMarker(path: string): void {
  const aside = toAside(path);
  try {
    writeFileSync(aside, `${JSON.stringify({ schemaVersion: storeSchemaVersion })}\n`);
    // An empty folder stands there where a container was to mount the file and it was missing.
    if (isFolder(path)) rmdirSync(path);
    renameSync(aside, path);
  } finally {
    rmSync(aside, { force: true });
  }
}

function readMarker(path: string): v.InferOutput<typeof markerSchema> {
  const text = isFolder(path) ? "" : readFileSync(path, "utf8");
  try {
    return v.parse(markerSchema, JSON.parse(text));
  } catch (cause) {
    throw new SiteError("STORE_CORRUPT", { path }, { cause });
  }
}

/** Whether a folder is a release store of an earlier layout: folders of releases, unsigned records. The first of them had no marker. */
export function isEarlierStore(storeDir: string): boolean {
  const path = join(storeDir, markerFile);
  return (
    ["channels", "releases"].every((name) => existsSync(join(storeDir, name))) &&
    (!existsSync(path) || readMarker(path).schemaVersion < storeSchemaVersion)
  );
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

function requireVacant(storeDir: string): void {
  const found = statSync(storeDir, { throwIfNoEntry: false });
  if (!found) return;
  if (!found.isDirectory() || !readdirSync(storeDir).every(mayPrecedeStore))
    throw new SiteError("STORE_FOLDER_TAKEN", { path: storeDir });
}

/** An operator may have put data documents there before the store is made, and a command that was killed leaves a marker beside its name. */
function mayPrecedeStore(name: string): boolean {
  return name === "data" || name.startsWith(`${markerFile}.`);
}
