import type { Release } from "./release.ts";

/**
 * A whole release as one body, for uploads and downloads: a line of JSON, the header, and then the bytes of every file of its
 * manifest, one behind the other in the order of {@link listStreamedFiles}. The manifest says how long each file is, so there is
 * nothing between them, and no name is taken from anywhere but the signed manifest.
 */
export const releaseStreamType = "application/vnd.site.release";

/** A file of a manifest. */
export interface StreamedFile {
  path: string;
  integrity: string;
  /** Bytes. */
  size: number;
}

/** The files of a manifest in the order in which their bytes follow the header: by path, compared by code units. */
export function listStreamedFiles({ files }: Pick<Release, "files">): StreamedFile[] {
  return Object.entries(files)
    .map(([path, file]) => ({ path, ...file }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/**
 * The body of a release, in portions.
 * @param header what the first line says; it has the signed manifest as `manifest`
 */
export function* writeReleaseStream(
  header: object,
  release: Pick<Release, "files">,
  files: ReadonlyMap<string, Uint8Array>,
): Generator<Uint8Array> {
  yield Buffer.from(`${JSON.stringify(header)}\n`);
  for (const { path } of listStreamedFiles(release)) {
    const bytes = files.get(path);
    if (!bytes) throw new Error(`the file ${path} is not there`);
    if (bytes.length > 0) yield bytes;
  }
}
