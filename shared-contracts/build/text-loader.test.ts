import { expect, test } from "vitest";
import takeTexts from "./text-loader.ts";

const take = (query: string, catalog: unknown): unknown =>
  JSON.parse(takeTexts.call({ resourceQuery: query }, JSON.stringify(catalog)).replace("export default ", ""));

test("takes the texts the query names, by the rest of their ids", () => {
  const catalog = {
    "shell.offline.title": "No connection",
    "shell.offline.again": "Try again",
    "shell.quick.top": "Page Top",
  };
  expect(take("?texts=shell.offline.", catalog)).toEqual({ title: "No connection", again: "Try again" });
});

test.each(["Hello {name}", 7, { a: "b" }, "It's"])(
  "fails the build with the id of what is no plain text: %j",
  (text) => {
    expect(() => take("?texts=shell.", { "shell.title": text })).toThrow("the message shell.title is not a plain text");
  },
);
