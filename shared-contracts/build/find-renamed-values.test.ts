import { expect, test } from "vitest";
import { findRenamedValues } from "./find-renamed-values.ts";

test.each([
  ["Oi {nome}", "Hello {name}", { own: ["{nome}"], english: ["{name}"] }],
  ["Leia <negrito>isto</negrito>", "Read <b>this</b>", { own: ["<negrito>"], english: ["<b>"] }],
  [
    "{n, plural, one {# lugar de {jogador}} other {# lugares}}",
    "{n, plural, one {# seat of {player}} other {# seats}}",
    { own: ["{jogador}"], english: ["{player}"] },
  ],
])("%s has another name for a value than %s", (text, english, renamed) => {
  expect(findRenamedValues(text, english)).toEqual(renamed);
});

test.each([
  ["{name}, oi", "Hello {name}"],
  ["Um lugar", "{n, plural, one {# seat} other {# seats}}"],
  ["{n, plural, one {# mesa} other {# mesas}}", "Tables"],
  ["Leia {what}", "Read <b>"],
])("%s has no other name for a value than %s: a language may leave one out", (text, english) => {
  expect(findRenamedValues(text, english)).toBeUndefined();
});
