import { expect, test } from "vitest";
import { findMissingMessages } from "./find-missing-messages.ts";

const known = new Set(["lobby.open", "lobby.close"]);

const find = (code: string): string[] =>
  findMissingMessages("a.tsx", code, known).map(
    ({ line, column, id, nearest }) => `${line}:${column} ${id} ${nearest}`,
  );

test.each([
  ["a press", '\n<b onClick={() => intl.formatMessage({ id: "lobby.opne" })} />', ["2:44 lobby.opne lobby.open"]],
  ["an element", '<FormattedMessage id="lobby.clos" />', ["1:22 lobby.clos lobby.close"]],
  ["a choice", '<FormattedMessage id={a ? "lobby.open" : "lobby.shut"} />', ["1:23 lobby.shut lobby.open"]],
  [
    "a choice of objects",
    'intl.formatMessage(a ? { id: "lobby.x" } : { id: `lobby.y` })',
    ["1:30 lobby.x lobby.open", "1:50 lobby.y lobby.open"],
  ],
  [
    "a definition",
    'defineMessages({ a: { id: "lobby.x" } }); defineMessage({ id: "lobby.open" })',
    ["1:27 lobby.x lobby.open"],
  ],
])("a message that is in no language is found in %s", (_where, code, found) => {
  expect(find(code)).toEqual(found);
});

test.each([
  ["messages that are there", '<FormattedMessage id="lobby.open" />; formatMessage({ id: "lobby.close" })'],
  [
    "ids that are made when the code runs",
    "<FormattedMessage id={`lobby.${step}`} />; formatMessage({ id: names[0] })",
  ],
  ["ids of something else", '<Step id="lobby.nope" />; find({ id: "lobby.nope" })'],
  ["code that cannot be parsed, of which the compiler says more", '<FormattedMessage id="lobby.nope" '],
])("nothing is found in %s", (_what, code) => {
  expect(find(code)).toEqual([]);
});
