import type { Reason } from "./reason.ts";

export const reasonsInReleases: readonly Reason[] = [
  {
    file: "shared-contracts/src/releases/browser-set.ts",
    line: 'version = ""',
    reason:
      "No package and no version is named so; the defaults satisfy the compiler, and any text that names none says the same.",
  },
  {
    file: "shared-contracts/src/releases/content-version.server.ts",
    line: "a < b ?",
    to: "a <= b",
    reason: "The keys of one object differ from each other, so `<=` says the same.",
  },
  {
    file: "shared-contracts/src/releases/release-stream.server.ts",
    line: "a.path < b.path ?",
    to: "a.path <= b.path",
    reason: "The paths of one manifest differ from each other, so `<=` says the same.",
  },
];
