import { spawnSync } from "node:child_process";
import { toSpread } from "./figures.ts";

/** The speed of the machine: milliseconds of a Node process that does nothing, the median of ten. */
export function measureNodeStart(): number {
  return toSpread(
    Array.from({ length: 10 }, () => {
      const began = performance.now();
      spawnSync(process.execPath, ["-e", "0"]);
      return performance.now() - began;
    }),
  ).median;
}
