import { expect, test } from "vitest";
import { guide, type GuideEntry } from "./content/guide.ts";

const all: GuideEntry[] = guide.flatMap((section) => [section, ...section.entries, ...section.groups.flatMap((group) => [group, ...group.entries])]);

test("B289 each name of the menu is explained in at least two sentences", () => {
  expect(all.filter(({ text }) => text.split(/[.?!](?:\s|$)/).length < 3).map(({ name }) => name)).toEqual([]);
});

test("B289 each has an address of its own", () => {
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
});
