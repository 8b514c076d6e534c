import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { escapeHtml, toInlineJson } from "./remote-text.ts";

const text = fc.oneof(
  fc.string({ unit: "binary-ascii" }),
  fc
    .array(
      fc.constantFrom(
        "<",
        ">",
        "&",
        '"',
        "'",
        "</script>",
        "<!--",
        "-->",
        "]]>",
        "\u2028",
        "\u2029",
        "\u0000",
        "\ud800",
        "é",
        "😀",
        "amp;",
      ),
      { maxLength: 6 },
    )
    .map((parts) => parts.join("")),
);

describe("JSON inside a script element", () => {
  test("never contains characters that end the element or a line, and parses to the same value", () => {
    fc.assert(
      fc.property(fc.oneof(text, fc.jsonValue(), fc.dictionary(text, text), fc.array(text)), (value) => {
        const json = toInlineJson(value);
        expect(json).not.toMatch(/[<>&\u2028\u2029]/);
        expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  test.each(["</script><script>alert(1)</script>", "<!--<script>", "\u2028alert(1)\u2029", "&lt;"])(
    "carries %j as data",
    (value) => {
      expect(JSON.parse(toInlineJson({ [value]: [value] }))).toEqual({ [value]: [value] });
    },
  );
});

describe("text in HTML", () => {
  test("never opens an element, ends an attribute or starts an entity of its own", () => {
    fc.assert(
      fc.property(text, (value) => {
        const html = escapeHtml(value);
        expect(html).not.toMatch(/[<>"']/);
        expect(html.replaceAll(/&(amp|lt|gt|quot|#39);/g, "")).not.toContain("&");
      }),
    );
  });

  test("is the same text when a browser decodes it", () => {
    const entities: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" };
    fc.assert(
      fc.property(text, (value) => {
        expect(escapeHtml(value).replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? "")).toBe(
          value,
        );
      }),
    );
  });

  test("is untouched when there is nothing to escape", () => {
    expect(escapeHtml("Oops! Access Denied :(")).toBe("Oops! Access Denied :(");
  });
});
