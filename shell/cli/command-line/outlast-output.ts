import { SiteError, toProblem } from "@site/contracts/errors";
import { toPrintable } from "./printable.ts";
import { toExitCode } from "./exit-codes.ts";
import { toSentence } from "../../src/server/to-sentence.ts";

/**
 * Lets a program continue when one of its streams fails. A closed pipe, as of `site history | head -1`, is not reported. A file on a full disk is
 * reported once, on the error stream, and the program does not exit as if its answer was written.
 */
export function outlastOutput({ stdout, stderr }: Pick<NodeJS.Process, "stdout" | "stderr">): void {
  let isTold = false;
  stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE" || isTold) return;
    isTold = true;
    const unwritable = new SiteError("OUTPUT_UNWRITABLE", { problem: toProblem(error) }, { cause: error });
    process.exitCode = toExitCode(unwritable);
    stderr.write(`${toPrintable(toSentence(unwritable))}\n`);
  });
  // The error stream itself has failed, so this cannot be reported.
  stderr.on("error", () => undefined);
}
