import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describeBlobs } from "./describe-blobs.ts";
import { createFileBlobs } from "./file-blobs.ts";

describeBlobs("files", (folder) => ({
  blobs: createFileBlobs(folder),
  other: createFileBlobs(folder),
  damage: (digest, bytes) => writeFile(join(folder, "blobs", digest.slice(0, 2), digest), bytes),
}));
