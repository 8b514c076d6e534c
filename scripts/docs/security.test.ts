import { expect, test } from "vitest";
import { readDocument } from "./markdown-files.ts";

const text = readDocument("SECURITY.md");

/** The promises, each with the tests that are named below it: the file, and the test's title. */
const promises = new Map(
  [...text.matchAll(/^\*\*(G\d+)\.\*\* .+\n\n((?:- .+\n)+)/gm)].map(([, name = "", list = ""]) => [
    name,
    [...list.matchAll(/^- \[[\w.-]+\]\(([^)]+)\): "(.+)"$/gm)].map(([, file = "", title = ""]) => ({ file, title })),
  ]),
);

test("each promise from G1 to G11 names the tests that prove it", () => {
  expect([...promises.keys()]).toEqual(Array.from({ length: 11 }, (_, index) => `G${index + 1}`));
  for (const [name, proofs] of promises) expect([name, proofs.length]).toEqual([name, expect.any(Number)]);
  expect([...promises.values()].every((proofs) => proofs.length > 0)).toBe(true);
});

test("every test that is named as a proof is there, and runs", () => {
  const named = [...text.matchAll(/\[[\w.-]+\]\(([^)]+\.test\.ts)\): "(.+?)"/g)].map(([, file = "", title = ""]) => ({
    file,
    title,
  }));
  expect(named.length).toBeGreaterThan(20);
  const missing = named.filter(({ file, title }) => {
    const source = readDocument(file);
    const at = source.indexOf(`"${title}"`);
    return at === -1 || /\b(test|describe)\.(skip|todo)\($/.test(source.slice(0, at).trimEnd());
  });
  expect(missing).toEqual([]);
});
