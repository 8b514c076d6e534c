import { regionIds } from "../src/site/region.ts";

/** A file of the flag library, and the asset of the shell that it is copied to. */
export interface FlagCopy {
  /** The path inside of the package `country-flag-icons`. */
  file: string;
  asset: string;
}

/** Regions whose code differs from that of their flag. The international site has no flag: it shows a globe of our own. */
const flagCodes: Record<string, string | undefined> = { UK: "GB", COM: undefined };

/** The flags of the regions (B077, B078) with the library's licence, which the shell's build copies. */
export function listFlags(): FlagCopy[] {
  const flags = regionIds.flatMap((id) => {
    const region = id.slice(3);
    const code = region in flagCodes ? flagCodes[region] : region;
    return code === undefined ? [] : [{ file: `3x2/${code}.svg`, asset: `assets/flags/${region.toLowerCase()}.svg` }];
  });
  return [...flags, { file: "LICENSE", asset: "assets/flags/LICENSE" }];
}
