import type { Reason } from "./reason.ts";

export const reasonsInDownloads: readonly Reason[] = [
  {
    file: "remote-download/src/list-download-links.ts",
    line: 'action.kind === "explained"',
    reason: "Explanations have no path: the target of each is the same, whether it is the text or undefined.",
  },
  {
    file: "remote-download/src/usual-device.ts",
    line: '"phone"',
    reason: "No device at all is treated as a phone is.",
  },
  {
    file: "shell/src/server/downloads/find-table-links.ts",
    line: "brands[brandAlias]?.",
    reason: "The brand is there; the question mark satisfies the compiler.",
  },
  {
    file: "shell/src/server/downloads/request-links.ts",
    line: "{ cause: error }",
    reason: "The cause is for a log's reader; the problem itself is in the details.",
  },
];
