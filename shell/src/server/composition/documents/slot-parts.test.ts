import { expect, test } from "vitest";
import type { FragmentTree } from "../fragments/composed-page.ts";
import { SlotWriter } from "./slot-parts.ts";

const toTree = (html: string, digest: string, changes: Partial<FragmentTree> = {}): FragmentTree => ({
  island: "content/home",
  id: "content/home",
  variant: "",
  version: "1.0.0-0123456789ab",
  live: undefined,
  vendors: [],
  styles: [],
  html,
  head: undefined,
  reads: [],
  madeFrom: { page: true, visitor: "rule" },
  isFallback: false,
  origin: { key: "key", digest },
  isLate: false,
  inner: [],
  ...changes,
});

const place = `<div data-slot="content/badge" data-variant=""></div>`;

test("a slot that shows the same fragments on two pages is written once", () => {
  const writer = new SlotWriter();
  const first = writer.write(toTree("<p>hello</p>", "a"), "content/page");
  expect(writer.write(toTree("<p>hello</p>", "a"), "content/page")).toBe(first);
  expect(first.document.bytes.toString()).toBe(
    `<div id="single-spa-application:content/page" data-key="${first.key}"><p>hello</p></div>`,
  );
  expect(JSON.parse(first.payload.bytes.toString())).toEqual({
    application: "content/page",
    html: "<p>hello</p>",
    attributes: {},
    key: first.key,
  });
});

test("a slot is written anew for another application, another fragment, and another fragment inside of it", () => {
  const writer = new SlotWriter();
  const inner = (html: string, digest: string): Partial<FragmentTree> => ({
    inner: [toTree(html, digest, { island: "content/badge", id: "content/badge" })],
  });
  const texts = [
    writer.write(toTree(place, "a", inner("one", "c")), "content/page"),
    writer.write(toTree(place, "a", inner("two", "d")), "content/page"),
    writer.write(toTree(place, "a", inner("one", "c")), "shell/header"),
    writer.write(toTree("<p></p>", "b"), "content/page"),
  ].map(({ document }) => document.bytes.toString());
  expect(new Set(texts).size).toBe(4);
  expect(texts[0]).toContain(">one</div>");
  expect(texts[1]).toContain(">two</div>");
});

test("a fallback or a last good fragment is not mistaken for what its release renders", () => {
  const writer = new SlotWriter();
  const live = { hydrate: "visible" as const, data: [], vendors: [] };
  const good = writer.write(toTree("<p></p>", "a", { live }), "content/page");
  const late = writer.write(toTree("<p></p>", "a", { isLate: true }), "content/page");
  expect([good, late].map(({ document }) => document.bytes.toString().includes("data-hydrate"))).toEqual([true, false]);
  const fallbacks = ["one", "two"].map((html) =>
    writer.write(toTree(html, "", { origin: undefined, isLate: true }), "content/page"),
  );
  expect(fallbacks.map(({ document }) => document.bytes.toString().includes("one"))).toEqual([true, false]);
});
