import { describe, expect, test } from "vitest";
import { parseIconBody } from "./icon-body.ts";

describe("the body of an icon", () => {
  test("is parsed into shapes, which inherit the attributes of their groups", () => {
    expect(
      parseIconBody(
        '<g fill="none" stroke="currentColor"><circle cx="12" cy="12" r="10"/><g stroke-width="2"><path d="M1 1h2" fill="#fff"/></g></g><rect width="4" height="4"/>',
      ),
    ).toEqual([
      { tag: "circle", attributes: { fill: "none", stroke: "currentColor", cx: "12", cy: "12", r: "10" } },
      { tag: "path", attributes: { fill: "#fff", stroke: "currentColor", "stroke-width": "2", d: "M1 1h2" } },
      { tag: "rect", attributes: { width: "4", height: "4" } },
    ]);
  });

  test.each([
    "",
    " ",
    "text",
    "<path d='M0 0'/>",
    '<path d="M0 0">',
    '<path d="M0 0"></path>',
    '<g><path d="M0 0"/>',
    "</g>",
    "<g/>",
    "<script>alert(1)</script>",
    '<path onload="alert" d="M0 0"/>',
    '<path style="fill" d="M0 0"/>',
    '<path class="x" d="M0 0"/>',
    '<path fill="url(#a)" d="M0 0"/>',
    '<path fill="url(https://evil.example/)" d="M0 0"/>',
    '<use href="#a"/>',
    '<image href="https://evil.example/"/>',
    '<a href="javascript:alert"><path d="M0 0"/></a>',
    "<foreignObject><b/></foreignObject>",
    '<animate attributeName="d" values="1"/>',
    '<path d="M0 0"/><!-- -->',
    '<PATH d="M0 0"/>',
    '<path d="&#60;"/>',
    '<path d="M0 0"/>x',
  ])("that is %j is refused", (body) => {
    expect(parseIconBody(body)).toBeUndefined();
  });
});
