import { gzipSync } from "node:zlib";
import { browserMapsFile } from "@site/contracts/releases/browser-maps";

/** The place in the sources of every place in the first line of the script. */
export const fixtureSource = { file: "src/ui/deck.tsx", line: 7, column: 3 };

/** The file of source maps of a release whose `remoteEntry.js` comes from one line of {@link fixtureSource}. */
export const fixtureMaps: Record<string, Buffer> = {
  [browserMapsFile]: gzipSync(
    JSON.stringify({
      "remoteEntry.js": { version: 3, sources: [fixtureSource.file], names: [], mappings: "AAME" },
    }),
  ),
};
