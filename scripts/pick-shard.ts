/** Seconds of a file that is too short to be written down. */
const shortSeconds = 4;

/** Which part of the test files runs on this machine. */
export interface Shard {
  /** From 1 to `count`. */
  index: number;
  count: number;
}

/**
 * The files of one of several machines, which take about the same time on each: the longest go first, each to the machine that has least. Every
 * machine picks from the same files and durations, so each file runs on one of them.
 * @param readSeconds 0 where it is not known
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
 * The shard that a command names as `2/4`. There are 11 files of contract tests, and each machine has to have one.
 * @throws Error with a sentence that says what it is to be
 */
export function parseShard(text: string): Shard {
  const [, index, count] = /^([1-9])\/([1-9])$/.exec(text) ?? [];
  if (index === undefined || count === undefined || Number(index) > Number(count))
    throw new Error(
      `--shard is the number of this machine and of all, at most 9, such as --shard=2/4, not ${text || "nothing"}.`,
    );
  return { index: Number(index), count: Number(count) };
}
