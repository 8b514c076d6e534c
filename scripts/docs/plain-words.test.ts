import { expect, test } from "vitest";
import { listSources } from "./behaviours.ts";
import { listDocuments, readDocument } from "./markdown-files.ts";

/** Words that hide who or what is meant. The glossary has the words for visitors, callers, programs and teams. */
const vague = /\b(nobody|somebody|anybody|everybody|whoever|whatever|wherever|patience)\b/gi;

/** Folders whose code is held to it, beside all documents. Copy of pages is no code. */
const heldFolders = [
  /^(shell\/(cli|bench)|scripts|remote-[a-z-]+)\/(?!src\/(content|policies)\/)/,
  /^shell\/src\/server\/(composition|disk|publishing|release-checks|releases|signing|testing)\//,
  /^shell\/src\/server\/(continuity|data|downloads|http\/api|icons|images|live|locale|pages)\//,
  // Without tests, whose inputs contain such words.
  /^shell\/src\/server\/((http|visitor)\/)?[a-z-]+\.ts$/,
  /^shell\/src\/(layout|ui|exposes|icons)\//,
  /^shared-contracts\/(answers|build|confine|host|react|release-checks|src|testing)\//,
];

test("documents and the code of held folders name who or what is meant", () => {
  const found = [
    ...new Set([
      ...listDocuments(),
      ...listSources().filter((path) => heldFolders.some((folders) => folders.test(path))),
    ]),
  ]
    // A lawyer confirms sentences as they stand in the policies; this file names the words.
    .filter((path) => path !== "docs/to-confirm.md" && !path.endsWith("plain-words.test.ts"))
    .flatMap((path) => [...readDocument(path).matchAll(vague)].map(([word]) => `${path}: ${word}`));
  expect(found).toEqual([]);
});
