import { describe, expect, test } from "vitest";
import { findHtmlProblems } from "./find-html-problems.ts";

test("Complete HTML has no problems.", () => {
  const html = `<section class="a" aria-labelledby="t"><h2 id="t">It&#x27;s <b>2 &lt; 3</b></h2><!-- --><p>One<br/>two</p><ul><li><a href="/x/?a=1&amp;b=2">x</a></li></ul><svg viewBox="0 0 1 1"><path d="M0 0"/><linearGradient id="g"></linearGradient></svg><table><tbody><tr><td><p>cell</p></td></tr></tbody></table></section>`;
  expect(findHtmlProblems(html)).toEqual([]);
});

test("An island may show nothing.", () => {
  expect(findHtmlProblems("")).toEqual([]);
});

describe("A fragment is refused", () => {
  test.each([
    ["a style attribute", `<p style="color:red">x</p>`, /style attribute/],
    ["a style element", `<style>p{}</style>`, /<style> is dropped/],
    ["a script", `<script>alert(1)</script>`, /does not run/],
    ["an inline event handler", `<button onclick="go()">x</button>`, /inline event handler, onclick/],
    [
      "an inline event handler in capitals",
      `<img src="/a.svg" alt="" ONERROR="go()">`,
      /inline event handler, onerror/,
    ],
    ["a javascript: address", `<a href="javascript:alert(1)">x</a>`, /is code/],
    [
      "a javascript: address that hides behind white space and capitals",
      `<a href=" Java&#10;Script:alert(1)">x</a>`,
      /is code/,
    ],
    ["an HTML data: address", `<a href="data:text/html,<b>x</b>">x</a>`, /is code/],
    ["an id that stands twice", `<p id="a">1</p><p id="a">2</p>`, /The id a stands twice/],
    ["a label of an id that is not there", `<label for="gone">x</label>`, /names the id gone/],
    ["an element that is never closed", `<div><p>x</p>`, /<div> is never closed/],
    ["elements closed in the wrong order", `<b><i>x</b></i>`, /<\/b> closes <i>/],
    ["a tag that is cut off", `<p>x</p><div class="a`, /no complete tag/],
    ["a block inside a paragraph", `<p><span><div>x</div></span></p>`, /<div> stands inside <p>/],
    ["a link inside a link", `<a href="/"><b><a href="/x/">x</a></b></a>`, /<a> stands inside <a>/],
    ["a button inside a button", `<button><button>x</button></button>`, /<button> stands inside <button>/],
    ["a list item outside a list", `<div><li>x</li></div>`, /<li> stands inside <div>/],
    ["a table cell outside a row", `<table><tbody><td>x</td></tbody></table>`, /<td> stands inside <tbody>/],
  ])("for %s.", (_what, html, problem) => {
    expect(
      findHtmlProblems(html)
        .map((found) => found.problem)
        .join("\n"),
    ).toMatch(problem);
  });
});
