import * as fc from "fast-check";
import { expect, test } from "vitest";
import { toInlineJson } from "../../pages/remote-text.ts";
import { toListJson, toObjectJson, toSharedJson } from "./json-parts.ts";
import { joinParts, toPart, type Written } from "./text-part.ts";

const toDigest = (...texts: string[]): string => joinParts(texts.map(toPart)).digest;

test("a text that is joined from parts and strings is the same as one written at once", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string({ unit: "grapheme" }), fc.constant("é“中😀"))), (texts) => {
      const written = texts.map((text, index): Written => (index % 2 === 0 ? toPart(text) : [text, [text]]));
      const whole = texts.map((text, index) => (index % 2 === 0 ? text : `${text}${text}`)).join("");
      expect(joinParts(written).bytes.toString()).toBe(whole);
    }),
  );
});

test("a joined text has another digest when one of its parts is another, and the same one otherwise", () => {
  expect(toDigest("header", "page")).toBe(toDigest("header", "page"));
  const others = [toDigest("header", "page!"), toDigest("page", "header"), toDigest("header"), toDigest("headerpage")];
  expect(new Set([toDigest("header", "page"), ...others]).size).toBe(5);
});

test("a joined text lists the pictures of its parts and of what stands between them, each once", () => {
  const [first, second] = ["content/felt.0a1b2c3d/640@1.webp", "content/chips.0a1b2c3d/320@2.webp"];
  const part = toPart(`<img src="/_image/${first}">`);
  expect(joinParts([part, `<img src="/_image/${second}">`, part]).pictures).toEqual([first, second]);
});

test("JSON that is joined from members is that of the object, and cannot end its element", () => {
  const shared = { text: "</script>é", list: [1, null] };
  const json = joinParts(
    toObjectJson({
      first: toSharedJson(shared),
      none: undefined,
      list: toListJson([toSharedJson(shared), toInlineJson("two")]),
      "</script>": toListJson([]),
    }),
  ).bytes.toString();
  expect(JSON.parse(json)).toEqual({ first: shared, list: [shared, "two"], "</script>": [] });
  expect(json).not.toContain("</script>");
});
