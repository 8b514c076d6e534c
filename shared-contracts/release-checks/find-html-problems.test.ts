import { describe, expect, test } from "vitest";
import { findHtmlProblems } from "./find-html-problems.ts";

test("Complete HTML has no problems.", () => {
  const html = `<section class="a" aria-labelledby="t"><h2 id="t">It&#x27;s <b>2 &lt; 3</b></h2><!-- --><p>One<br/>two</p><ul><li><a href="/x/?a=1&amp;b=2">x</a></li></ul><svg viewBox="0 0 1 1"><path d="M0 0"/><linearGradient id="g"></linearGradient></svg><table><tbody><tr><td><p>cell</p></td></tr></tbody></table></section>`;
  expect(findHtmlProblems(html)).toEqual([]);
});

test("An island may show nothing.", () => {
  expect(findHtmlProblems("")).toEqual([]);
});

const imageOrigin = "https://images.example";

test.each([
  ["a path", `<img src="/a.png" srcset="/a,b.png 1x, /c.png?u=https://elsewhere.example/ 2x" alt="">`],
  [
    "the site's image host",
    `<img src="${imageOrigin}/a.png" srcset="${imageOrigin}/a.png, ${imageOrigin}/b.png 2x" alt="">`,
  ],
  ["a link to another host beside it", `<a href="https://elsewhere.example/a.png"><img src="/a.png" alt="x"></a>`],
])("A picture may have %s.", (_what, html) => {
  expect(findHtmlProblems(html, undefined, imageOrigin)).toEqual([]);
});

test.each([
  ["src", `<img src="https://elsewhere.example/a.png" alt="">`],
  ["src", `<img src="HTTPS://images.example.elsewhere.example/a.png" alt="">`],
  ["src", `<input type="image" src="https://elsewhere.example/a.png" alt="Go">`],
  ["srcset", `<img src="/a.png" srcset="/a.png 1x, https://elsewhere.example/b.png 2x" alt="">`],
  ["srcset", `<picture><source srcset="/a.png, https://elsewhere.example/b.png"><img src="/a.png" alt=""></picture>`],
  [
    "src",
    `<link rel="preload" as="image" href="https://elsewhere.example/a.png"><img src="https://elsewhere.example/a.png" alt="">`,
  ],
])("A picture of another host in %s is refused once, because no visitor would see it: %s", (name, html) => {
  expect(findHtmlProblems(html, undefined, imageOrigin).map(({ problem }) => problem)).toEqual([
    expect.stringMatching(
      new RegExp(
        `^<\\w+ ${name}> shows a picture of another host, which the content security policy drops: https://`,
        "i",
      ),
    ),
  ]);
});

test.each([
  [
    "an element of another document",
    `<iframe src="https://elsewhere.example/"></iframe>`,
    [/^<iframe> may not stand in a fragment\. Link to it/],
  ],
  [
    "a script of another host",
    `<script src="https://elsewhere.example/a.js"></script>`,
    [/^<script> in a fragment does not run/],
  ],
  [
    "a form whose action is a function, for which React writes a script",
    `<form action="javascript:throw new Error(&#x27;React form unexpectedly submitted.&#x27;)"></form><script>addEventListener("submit",function(a){})</script>`,
    [/^<form action> is a function/],
  ],
  [
    "a title, whose place is the head",
    `<title>Lobby</title>`,
    [/^<title> may not stand in a fragment\. Return it from the head of defineIsland/],
  ],
  [
    "pixels in an address",
    `<img src="data:image/png;base64,AAAA" alt="">`,
    [/^<img src> is a picture in the page's own text; import it as SVG/],
  ],
])("%s is refused once, with what to write instead", (_what, html, said) => {
  expect(findHtmlProblems(html).map(({ problem }) => problem)).toEqual(said.map((one) => expect.stringMatching(one)));
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
    ["details of an id that is not there", `<p aria-details="gone">x</p>`, /names the id gone/],
    ["a list of an id that is not there", `<input list="gone">`, /names the id gone/],
    [
      "an id that is not there for when the pointer rests",
      `<button interestfor="gone">x</button>`,
      /names the id gone/,
    ],
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
