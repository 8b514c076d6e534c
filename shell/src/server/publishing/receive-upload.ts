import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import * as v from "valibot";
import { SiteError } from "@site/contracts/errors";
import {
  orderLifeMs,
  uploadHeaderSchema,
  uploadLimits,
  uploadOrderSchema,
} from "@site/contracts/publishing/upload-order";
import type { Digest } from "@site/contracts/releases/digest";
import { toDigest } from "@site/contracts/releases/digest";
import { toIntegrity } from "@site/contracts/releases/integrity";
import { type Release, releaseSchema, toReleaseLabel } from "@site/contracts/releases/release";
import { listStreamedFiles } from "@site/contracts/releases/release-stream";
import { type Envelope, parseEnvelope } from "@site/contracts/signing/signed-document";
import { toProblemText } from "@site/contracts/signing/problem-text";
import { parseStrictJson } from "@site/contracts/signing/strict-json";
import { type Disk, realDisk } from "../disk/disk.ts";
import { changeStore, createDurableFiles } from "../disk/durable-files.ts";
import { toStagedName } from "../disk/leftovers.ts";
import { parseManifest, toManifestBytes } from "../releases/release-files.ts";
import type { Trust } from "../releases/trust/trust.ts";
import { type BodyReader, createBodyReader } from "./body-reader.ts";

/** The first line of an upload, with every signature verified. */
export interface UploadHead {
  release: Release;
  digest: Digest;
  label: string;
  /** The team's signatures over the manifest. */
  signatures: Envelope["signatures"];
  /** The rest of the body: the bytes of the files. */
  body: BodyReader;
}

export interface UploadOptions {
  /** The package that the address names. */
  name: string;
  trust: Trust;
  now(): Date;
}

/**
 * Reads the first line of an upload and verifies it, before any file is received: the team's signatures over the manifest and over the
 * order, the order's moment, the version, and the sizes.
 * @throws SiteError `UPLOAD_*`, `RELEASE_*`, `SIGNATURE*`, `KEY_*`, `ROLE_UNKNOWN`
 */
export async function readUploadHead(
  source: AsyncIterable<Uint8Array>,
  { name, trust, now }: UploadOptions,
): Promise<UploadHead> {
  const body = createBodyReader(source);
  const line = await body.line(uploadLimits.headerBytes);
  if (line === undefined) throw new SiteError("UPLOAD_INVALID", { problem: "its first line does not end" });
  if (line === "long")
    throw new SiteError("UPLOAD_TOO_LARGE", {
      what: "The first line of the upload",
      actual: `more than ${uploadLimits.headerBytes}`,
      most: uploadLimits.headerBytes,
    });
  const { manifest, order } = parseHeader(line);
  const role = { kind: "team", name } as const;
  const label = `the upload of ${name}`;
  assertNamed(manifest, name, label);
  const { signatures } = parseEnvelope(manifest, label);
  const { signed } = trust.verify(manifest, { role, type: "release", schema: releaseSchema, at: now(), label });
  const release = parseManifest(signed, name, label);
  const digest = toDigest(toManifestBytes(release));
  assertOrder(trust.verify(order, { role, type: "upload", schema: uploadOrderSchema, at: now(), label }).signed, {
    release,
    digest,
    now: now(),
  });
  assertSizes(release);
  return { release, digest, label: toReleaseLabel(release), signatures, body };
}

/**
 * Receives the files of an upload into a folder of their own in the store's `staging/`, which is never read as a part of the store. Each is
 * hashed before it is written. When anything fails, nothing is left.
 * @returns the folder, as a build would have written it
 * @throws SiteError `UPLOAD_CUT`, `UPLOAD_INVALID`, `RELEASE_FILE_MISMATCH`, `STORE_FULL`, `STORE_NOT_WRITABLE`
 */
export async function receiveFiles(
  { release, label, body }: UploadHead,
  storeDir: string,
  disk: Disk = realDisk,
): Promise<string> {
  const folder = join(storeDir, "staging", toStagedName());
  try {
    await changeStore(storeDir, async () => {
      await createDurableFiles(storeDir, disk).ensureFolder("staging");
      await disk.makeFolder(folder);
      const made = new Set([folder]);
      const listed = listStreamedFiles(release);
      let missing = listed.reduce((sum, { size }) => sum + size, 0);
      for (const { path, size, integrity } of listed) {
        const bytes = await body.take(size);
        missing -= bytes.length;
        if (bytes.length < size) throw new SiteError("UPLOAD_CUT", { release: label, missing });
        if (toIntegrity(bytes) !== integrity)
          throw new SiteError("RELEASE_FILE_MISMATCH", { release: label, file: path });
        await makeFolders(disk, dirname(join(folder, path)), made);
        await disk.create(join(folder, path), bytes);
      }
      if (!(await body.isAtEnd()))
        throw new SiteError("UPLOAD_INVALID", { problem: "bytes follow behind the last file of its manifest" });
      await disk.create(join(folder, "release.json"), toManifestBytes(release));
    });
    return folder;
  } catch (error) {
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    throw error;
  }
}

async function makeFolders(disk: Disk, folder: string, made: Set<string>): Promise<void> {
  if (made.has(folder)) return;
  await makeFolders(disk, dirname(folder), made);
  await disk.makeFolder(folder);
  made.add(folder);
}

function parseHeader(line: Buffer): v.InferOutput<typeof uploadHeaderSchema> {
  try {
    return v.parse(uploadHeaderSchema, parseStrictJson(line));
  } catch (cause) {
    throw new SiteError("UPLOAD_INVALID", { problem: `its first line: ${toProblemText(cause)}` }, { cause });
  }
}

/** Checked before the signature, so that the error for a release at another package's address says so. */
function assertNamed(manifest: unknown, name: string, label: string): void {
  const actual = parseEnvelope(manifest, label).signed["name"];
  if (typeof actual === "string" && actual !== name)
    throw new SiteError("RELEASE_NAME_FOREIGN", { release: label, actual: actual.slice(0, 80), expected: name });
}

function assertOrder(
  order: v.InferOutput<typeof uploadOrderSchema>,
  { release, digest, now }: { release: Release; digest: Digest; now: Date },
): void {
  if (order.name !== release.name || order.version !== release.version || order.digest !== digest)
    throw new SiteError("UPLOAD_INVALID", { problem: "its order is for another release than its manifest" });
  // Written so that an invalid clock is refused.
  if (!(Math.abs(now.getTime() - Date.parse(order.at)) <= orderLifeMs))
    throw new SiteError("UPLOAD_CLOCK", { release: toReleaseLabel(release), at: order.at, now: now.toISOString() });
}

function assertSizes(release: Release): void {
  let sum = 0;
  for (const { path, size } of listStreamedFiles(release)) {
    if (!Number.isSafeInteger(size) || size < 0)
      throw new SiteError("UPLOAD_INVALID", { problem: `the size of ${path} is no whole number` });
    if (size > uploadLimits.fileBytes)
      throw new SiteError("UPLOAD_TOO_LARGE", { what: path, actual: size, most: uploadLimits.fileBytes });
    sum += size;
  }
  if (sum > uploadLimits.releaseBytes)
    throw new SiteError("UPLOAD_TOO_LARGE", {
      what: toReleaseLabel(release),
      actual: sum,
      most: uploadLimits.releaseBytes,
    });
}
