import { expect, test } from "vitest";
import { guide } from "./en/guide.ts";
import { guide as portugueseGuide } from "./pt-br/guide.ts";

test.each([
  ["English", guide, /are tournaments/],
  ["Portuguese", portugueseGuide, /são torneios/],
])(
  "B241 the %s guide to cash games says which original formats are tournaments, where chips cannot be taken away",
  (_language, sections, words) => {
    const originals = sections.flatMap(({ groups }) => groups).find(({ id }) => id === "originals");
    expect(originals?.text).toMatch(words);
  },
);
