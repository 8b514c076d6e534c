import { expect, test } from "vitest";
import { policyFacts } from "../testing/policy-facts.ts";
import { renderPage } from "../testing/render-text.tsx";
import { toText } from "../testing/to-text.ts";

test.each(policyFacts)("%s can be read on the page %s", (_behaviour, page, words) => {
  const text = toText(renderPage(page));
  for (const word of words) expect(text).toContain(word);
});

test("every fact of the legal pages is named, from B256 to B283", () => {
  const named = new Set(policyFacts.map(([behaviour]) => behaviour.slice(0, 4)));
  const owed = Array.from({ length: 28 }, (_, index) => `B${256 + index}`);
  expect(owed.filter((behaviour) => !named.has(behaviour))).toEqual([]);
});
