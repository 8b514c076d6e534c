import { expect, test } from "vitest";
import messages from "../../messages/pt-br.json" with { type: "json" };
import { home } from "./en/home.ts";
import { guide } from "./en/guide.ts";
import { ggteam } from "./pt-br/ggteam.ts";
import { guide as portugueseGuide } from "./pt-br/guide.ts";
import { home as portugueseHome } from "./pt-br/home.ts";
import { streamerMode } from "./pt-br/streamer-mode.ts";

test("B020 B288 in Portuguese a page of one ambassador calls her or him by no word of one gender: the list of ambassadors does not know it", () => {
  const { ambassador } = ggteam;
  const texts = [
    ambassador.description("Tilda"),
    ...ambassador.paragraphs("Tilda"),
    messages["content.ambassador.role"],
  ];
  expect(texts.filter((text) => /embaixador|jogador\b/i.test(text))).toEqual([]);
});

test("B254 in Portuguese the streamer's tag is not called by the word for the brand, which ambassadors stand for", () => {
  expect(JSON.stringify([streamerMode, portugueseHome.streamer])).not.toMatch(/\bmarca\b/);
});

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

test.each([home, portugueseHome])(
  "B270 B289 the home page's link to a break leads to self-exclusion itself",
  ({ safety }) => {
    expect(safety.items.map(({ path }) => path)).toContain("/responsible-gaming/#self-exclusion");
  },
);
