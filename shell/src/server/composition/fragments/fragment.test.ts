import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fillSlots, findSlots } from "./fragment.ts";

const slot = (island: string, variant = ""): string => `<div data-slot="${island}" data-variant="${variant}"></div>`;

describe("the slots of a fragment", () => {
  test("are found in order, with island and variant", () => {
    const html = `<header>${slot("download/button", "hero")}<p>text</p>${slot("support-chat/launcher")}${slot("download/button", "menu")}</header>`;
    expect(findSlots(html)).toEqual([
      { island: "download/button", variant: "hero" },
      { island: "support-chat/launcher", variant: "" },
      { island: "download/button", variant: "menu" },
    ]);
  });

  test("are filled in order, and removed where a filling is missing", () => {
    const html = `<a>${slot("download/button")}</a><b>${slot("content/badge")}</b><i>${slot("content/badge")}</i>`;
    expect(fillSlots(html, ["<one>", "<two>"])).toBe("<a><one></a><b><two></b><i></i>");
  });

  test("take HTML as it is, also when it looks like a replacement pattern", () => {
    for (const filling of ["$&", "$1", "$$", "$`", "$'", "price: $100"])
      expect(fillSlots(slot("content/badge"), [filling])).toBe(filling);
  });

  test("do not include slots inside of a filling", () => {
    expect(
      fillSlots(`${slot("content/badge")}${slot("download/button")}`, [slot("download/button", "inner"), "last"]),
    ).toBe(`${slot("download/button", "inner")}last`);
  });

  test.each([
    `<div data-slot="Evil/button" data-variant=""></div>`,
    `<div data-slot="download/Button" data-variant=""></div>`,
    `<div data-slot="download" data-variant=""></div>`,
    `<div data-slot="download/button" data-variant="<b>"></div>`,
    `<div data-slot="download/button" data-variant="">filled</div>`,
    `<span data-slot="download/button" data-variant=""></span>`,
    `&lt;div data-slot="download/button" data-variant=""&gt;&lt;/div&gt;`,
  ])("are not found in %s", (html) => {
    expect(findSlots(html)).toEqual([]);
    expect(fillSlots(html, ["x"])).toBe(html);
  });

  test("are all filled, and nothing else changes", () => {
    const part = fc.oneof(fc.constant(slot("download/button")), fc.string());
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const html = parts.join("");
        const count = findSlots(html).length;
        const filled = fillSlots(
          html,
          Array.from({ length: count }, (_, index) => `[${index}]`),
        );
        expect(filled.length).toBe(html.length - count * (slot("download/button").length - 3));
        expect(fillSlots(html, Array(count).fill(slot("download/button")))).toBe(html);
      }),
    );
  });
});
