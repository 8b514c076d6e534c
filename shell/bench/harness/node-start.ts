import { spawnSync } from "node:child_process";
import { toSpread } from "./figures.ts";

/** How fast the machine is: milliseconds that a process of Node takes which does nothing, the median of ten. */
export function measureNodeStart(): number {
  return toSpread(
    Array.from({ length: 10 }, () => {
      const began = performance.now();
      spawnSync(process.execPath, ["-e", "0"]);
      return performance.now() - began;
    }),
  ).median;
}
