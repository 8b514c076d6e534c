import type { Position } from "../src/islands/thrown-at.ts";
import { toPosition } from "../release-checks/to-position.ts";

/** The character that a decoder writes for bytes that are not UTF-8. */
const undecoded = "\uFFFD";

/** The first character of a file in another encoding, for which visitors would see a replacement character. */
export function findEncodingMistake(source: string): (Position & { problem: string; change: string })[] {
  const at = source.indexOf(undecoded);
  return at < 0
    ? []
    : [{ ...toPosition(source, at), problem: "this character is not UTF-8.", change: "Save the file as UTF-8." }];
}
