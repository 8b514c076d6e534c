import { SourceMap } from "node:module";
import { expect, test } from "vitest";
import { blankPositions } from "./blank-positions.ts";

/** Two mappings of equal code, whose second source has its text in column 70 or, with a longer path before it, in column 1234. */
const [short, long] = ["AAEI,K,QCFkEA,GAAS;EDM5E", "AAEI,K,QCF8sCA,GAAS;EDMxtC"];

test("mappings into a source that is blank are equal, however long the paths in its text are, and all others stay", () => {
  const blank = blankPositions(short, (source) => source === 1);
  expect(blankPositions(long, (source) => source === 1)).toBe(blank);
  const map = new SourceMap({
    file: "remoteEntry.js",
    version: 3,
    sources: ["src/ui/button.tsx", "data:"],
    sourcesContent: [],
    sourceRoot: "",
    names: ["render"],
    mappings: blank,
  });
  const places = [0, 13, 16].map((column) => map.findEntry(0, column)).concat(map.findEntry(1, 2));
  expect(places.map((place) => Object.values(place).slice(2, 5))).toEqual([
    ["src/ui/button.tsx", 2, 4],
    ["data:", 0, 0],
    ["data:", 0, 0],
    ["src/ui/button.tsx", 6, 3],
  ]);
});

test("mappings stay as they are where no source is blank", () => {
  for (const mappings of ["", short, long]) expect(blankPositions(mappings, () => false)).toBe(mappings);
});
