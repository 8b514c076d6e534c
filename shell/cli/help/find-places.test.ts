import { expect, test } from "vitest";
import { findPlaces } from "./find-places.ts";

test("the places of a stack are found in their order, each once, with the release where the text names it", () => {
  const stack = `TypeError: x is not a function
    at a (https://a.example/_release/content/1.0.0-3f2a9c0d11aa/expose-home.1234abcd.js:1:20)
    at b (https://a.example/_release/content/1.0.0-3f2a9c0d11aa/expose-home.1234abcd.js:1:20)
    at async https://a.example/_release/shell/1.0.0-0123456789ab/react.js:1:5
    at https://a.example/about-us/:3:7`;
  expect(findPlaces(`${stack}\n{"at":["support-chat/remoteEntry.js:2:9"]}`)).toEqual([
    { name: "content", version: "1.0.0-3f2a9c0d11aa", file: "expose-home.1234abcd.js", line: 1, column: 20 },
    { name: "shell", version: "1.0.0-0123456789ab", file: "react.js", line: 1, column: 5 },
    { name: "support-chat", version: undefined, file: "remoteEntry.js", line: 2, column: 9 },
  ]);
});

test.each(["", "content/remoteEntry.js", "/srv/content/a.js:1:2", "https://cdn.example/a.js:1:2", "Content/a.js:1:2"])(
  "there is none in %j",
  (text) => {
    expect(findPlaces(text)).toEqual([]);
  },
);

test("a long text is read, and of many places the first 50 are taken", () => {
  expect(findPlaces("a/".repeat(100_000))).toEqual([]);
  const many = Array.from({ length: 200 }, (_, index) => `content/a.js:1:${index + 1}`);
  expect(findPlaces(many.join(" ")).map(({ column }) => column)).toEqual(
    many.slice(0, 50).map((_, index) => index + 1),
  );
});
