import { SiteError, toProblem } from "@site/contracts/errors";
import { isDiskError } from "../../src/server/disk/disk.ts";
import { toFinalPaths } from "../../src/server/disk/leftovers.ts";

/** The `STORE_…` error for operators that an error of the file system stands for. Other errors are returned unchanged. */
export function toStoreError(error: unknown, path: string): unknown {
  if (isDiskError(error, "ENOSPC", "EDQUOT"))
    return new SiteError("STORE_FULL", { path: toFinalPaths(error.path ?? path) }, { cause: error });
  if (isDiskError(error, "EACCES", "EPERM") && ["stat", "lstat", "scandir"].includes(error.syscall ?? ""))
    return new SiteError("STORE_CORRUPT", { path: error.path ?? path }, { cause: error });
  // A folder that cannot be made because its parent is missing is behind a broken link.
  const isUnmade = isDiskError(error, "ENOENT") && error.syscall === "mkdir";
  if (isUnmade || isDiskError(error, "EACCES", "EPERM", "EROFS", "ENOTDIR", "ELOOP", "EIO")) {
    return new SiteError(
      "STORE_NOT_WRITABLE",
      { path: toFinalPaths(error.path ?? path), problem: toFinalPaths(toProblem(error)) },
      { cause: error },
    );
  }
  return error;
}
