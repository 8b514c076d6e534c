import { SiteError, toProblem } from "@site/contracts/errors";
import { isDiskError } from "../src/server/disk/disk.ts";

/** An error in an operator's words: what the file system refuses gets a code and a sentence of its own. */
export function explainError(error: unknown, path: string): unknown {
  if (isDiskError(error, "ENOSPC", "EDQUOT"))
    return new SiteError("STORE_FULL", { path: error.path ?? path }, { cause: error });
  if (isDiskError(error, "EACCES", "EPERM", "EROFS")) {
    return new SiteError(
      "STORE_NOT_WRITABLE",
      { path: error.path ?? path, problem: toProblem(error) },
      { cause: error },
    );
  }
  return error;
}
