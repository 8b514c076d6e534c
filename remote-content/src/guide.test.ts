import { describe, expect, test } from "vitest";
import { schoolCopy } from "./content/poker-school.ts";
import type { GuideEntry, GuideSection } from "./copy/poker-school-copy.ts";

const listAll = (sections: readonly GuideSection[]): GuideEntry[] =>
  sections.flatMap((section) => [
    section,
    ...section.entries,
    ...section.groups.flatMap((group) => [group, ...group.entries]),
  ]);

describe.each(Object.entries(schoolCopy))("B289 the guide to what the menu names (%s)", (_language, copy) => {
  const all = listAll(copy?.guide ?? []);

  test("explains each name in at least two sentences", () => {
    expect(all.filter(({ text }) => text.split(/[.?!](?:\s|$)/).length < 3).map(({ name }) => name)).toEqual([]);
  });

  test("has the same addresses as the English one, each once", () => {
    const ids = all.map(({ id }) => id);
    expect(ids).toEqual(listAll(schoolCopy.en.guide).map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
  });
});
