/** Assumed seconds of a file without a recorded duration. */
const shortSeconds = 4;

/** The share of the test files that runs on this machine. */
export interface Shard {
  /** From 1 to `count`. */
  index: number;
  count: number;
}

/**
 * The files of one of several machines, with about the same total duration on each: the longest files are assigned first, each to the machine with
 * the least. Every machine computes this from the same files and durations, so each file runs on exactly one.
 * @param readSeconds 0 when unknown
 */
export function pickShard<T>(
  files: readonly T[],
  { index, count }: Shard,
  readName: (file: T) => string,
  readSeconds: (file: T) => number,
): T[] {
  const weighed = files.map((file) => ({ file, name: readName(file), seconds: readSeconds(file) || shortSeconds }));
  const sorted = weighed.toSorted((one, other) => other.seconds - one.seconds || (one.name < other.name ? -1 : 1));
  const shards = Array.from({ length: count }, () => ({ seconds: 0, files: new Array<T>() }));
  for (const { file, seconds } of sorted) {
    const least = shards.reduce((one, other) => (other.seconds < one.seconds ? other : one));
    least.files.push(file);
    least.seconds += seconds;
  }
  return shards[index - 1]?.files ?? [];
}

/**
 * Parses a shard such as `2/4`. There are 11 files of contract tests, and each machine has to have one.
 * @throws Error with a sentence about the format
 */
export function parseShard(text: string): Shard {
  const [, index, count] = /^([1-9])\/([1-9])$/.exec(text) ?? [];
  if (index === undefined || count === undefined || Number(index) > Number(count))
    throw new Error(
      `--shard is the number of this machine and of all, at most 9, such as --shard=2/4, not ${text || "nothing"}.`,
    );
  return { index: Number(index), count: Number(count) };
}
