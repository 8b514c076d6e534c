import { expect, test } from "vitest";
import { findTextProblems, findUnfilled } from "./find-text-problems.ts";

const ids = ["download.button.start", "HOW_TO_PLAY"];

test("Texts that say something are fine.", () => {
  expect(
    findTextProblems(
      `<p title="A day of 5&#x20;%">Play at www.example.com, e.g. {now}? No: { this } is 1,000.</p>`.replace(
        "{now}",
        "now",
      ),
      ids,
    ),
  ).toEqual([]);
});

test("A message's id in the place of its text is found, in a text as in a label that is read aloud.", () => {
  expect(findTextProblems("<p>download.button.start</p>", ids)).toEqual([
    `"download.button.start" is a message's id, not its text.`,
  ]);
  expect(findTextProblems(`<a aria-label="HOW_TO_PLAY">x</a>`, ids)).toHaveLength(1);
});

test("A key of the menu is found although it is no message of the remote.", () => {
  expect(findTextProblems("<b>SAFETY_SECURITY</b>", [])).toHaveLength(1);
});

test("An unfilled placeholder and a value that is no text are found.", () => {
  expect(findTextProblems("<p>Download for {system}</p>", [])).toEqual([
    `"Download for {system}" has an unfilled {system}.`,
  ]);
  expect(findUnfilled(["Welcome, undefined", "[object Object]", "NaN players"], [])).toHaveLength(3);
});

test("A character that was not UTF-8 in its file is found.", () => {
  expect(findTextProblems("<p>Caf\uFFFD</p>", [])).toEqual([
    `"Caf\uFFFD" has a character that is not UTF-8: save its file as UTF-8.`,
  ]);
});
