import { toProblem } from "../src/errors.ts";
import type { ServerEntry } from "../src/server-entry.ts";
import type { Description } from "./release-check.ts";

/** Asks a server file that was loaded into this process what it says of its release. */
export function describeEntry(entry: ServerEntry): Description {
  try {
    if (!entry.messages) return { ok: false, problem: "it does not tell the names of its messages" };
    return { ok: true, islands: entry.describe(), head: entry.head, messages: entry.messages() };
  } catch (error) {
    return { ok: false, problem: toProblem(error) };
  }
}
