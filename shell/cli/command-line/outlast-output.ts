import { SiteError, toProblem } from "@site/contracts/errors";
import { toPrintable } from "./printable.ts";
import { toExitCode } from "./exit-codes.ts";
import { toSentence } from "../../src/server/to-sentence.ts";

/**
 * Lets a program go on when one of its streams takes no more. When its reader is gone, as after `site history | head -1`, nothing is said of it. When it
 * is a file on a full disk, that is said once, on the error stream, and the program does not end as if its answer was there.
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
  // There is no other place to say it: a server whose log cannot be written serves on, and writes again when there is room.
  stderr.on("error", () => undefined);
}
