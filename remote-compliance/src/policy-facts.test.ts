import { expect, test } from "vitest";
import { policyFacts } from "../testing/policy-facts.ts";
import { renderPage } from "../testing/render-text.tsx";
import { toText } from "../testing/to-text.ts";

test.each(policyFacts)("%s can be read on the page %s", (_behaviour, page, words) => {
  const text = toText(renderPage(page));
  for (const word of words) expect(text).toContain(word);
});

/** What the legal pages have to say (B256-B283), and what the house rules say of broadcasts (B255). */
const owed = [
  "B255",
  "B256",
  "B257",
  "B258",
  "B259",
  "B260",
  "B261",
  "B262",
  "B263",
  "B264",
  "B265",
  "B266",
  "B267",
  "B268",
  "B269",
  "B270",
  "B271",
  "B272",
  "B273",
  "B274",
  "B275",
  "B276",
  "B277",
  "B278",
  "B279",
  "B280",
  "B281",
  "B282",
  "B283",
];

test("every fact of the legal pages is named", () => {
  const named = new Set(policyFacts.map(([behaviour]) => behaviour.slice(0, 4)));
  expect(owed.filter((behaviour) => !named.has(behaviour))).toEqual([]);
});
