import { expect, test } from "vitest";
import { listSources } from "./behaviours.ts";
import { listDocuments, readDocument } from "./markdown-files.ts";

/** Words that hide who or what is meant. The glossary has the words for visitors, callers, programs and teams. */
const vague = /\b(nobody|somebody|anybody|everybody|whoever|whatever|wherever|patience)\b/gi;

/** What is read by visitors, or says what they type: copy of pages, and the talk of the simulated chat. */
const copy = /^remote-[a-z-]+\/src\/(content|policies)\/|^shell\/simulators\/chat-replies\.ts$/;

/** A lawyer confirms sentences as they stand in the policies; this file names the words. */
const exempt = ["docs/to-confirm.md", "scripts/docs/plain-words.test.ts"];

/** Words of our own for what has a name in the field: an island is hydrated, a visitor navigates softly. */
const own = /\b(comes? alive|(is|are|was) alive|soft moves?|moves? softly|(next|last) move)\b/gi;

const texts = [...new Set([...listDocuments(), ...listSources()])]
  .filter((path) => !copy.test(path) && !exempt.includes(path))
  .map((path) => ({ path, text: readDocument(path) }));

const find = (words: RegExp): string[] =>
  texts.flatMap(({ path, text }) => [...text.matchAll(words)].map(([word]) => `${path}: ${word}`));

test("documents and code name who or what is meant", () => {
  expect(find(vague)).toEqual([]);
});

test("documents and code have the field's words, which the glossary lists", () => {
  expect(find(own)).toEqual([]);
});
