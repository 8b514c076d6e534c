import { createElement as h } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Changes } from "./parts.ts";

/** What a screen reader says that does not tell deleted from inserted text: all text but what is hidden from it. */
const toSpoken = (html: string): string =>
  html
    .replaceAll(/<span aria-hidden="true">[^<]*<\/span>/g, "")
    .replaceAll(/<[^>]*>/g, "")
    .trim();

test.for([
  ["1.0.0-3f2a", "1.0.0-77c1", "content 1.0.0-3f2a becomes 1.0.0-77c1"],
  [undefined, "1.0.0-77c1", "content new 1.0.0-77c1"],
  ["1.0.0-3f2a", undefined, "content 1.0.0-3f2a removed"],
] as const)("a change from %s to %s is said in words, and not by an arrow alone: %s", ([before, after, said]) => {
  const changes = [{ name: "content", before, after }] as const;
  expect(toSpoken(renderToStaticMarkup(h(Changes, { changes })))).toBe(said);
});
