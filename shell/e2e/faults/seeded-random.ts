/** Chance that can be had again: `FAULT_SEED` is the seed of the run to repeat. */
export interface SeededRandom {
  seed: number;
  /** From 0 to below `limit`. */
  below(limit: number): number;
  /** One of a list. @throws when it is empty */
  pick<T>(list: readonly T[]): T;
}

/** Makes chance from a new seed, or from the one in the environment, and prints the seed. */
export function createSeededRandom(what: string): SeededRandom {
  const seed = Number(process.env["FAULT_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
  console.info(`${what}: FAULT_SEED=${seed}`);
  let state = seed;
  // The linear congruential generator of ISO C's example, over 31 bits; the high bits are the random ones.
  const next = (): number => (state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff) / 0x80000000;
  return {
    seed,
    below: (limit) => next() * limit,
    pick(list) {
      const one = list[Math.floor(next() * list.length)];
      if (one === undefined) throw new Error("There is nothing to pick from.");
      return one;
    },
  };
}
