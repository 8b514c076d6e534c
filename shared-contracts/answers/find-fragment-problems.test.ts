import * as fc from "fast-check";
import { type DefaultTreeAdapterMap, parse } from "parse5";
import { describe, expect, test } from "vitest";
import { htmlTags, svgTags } from "./allowed-html.ts";
import { findFragmentProblems } from "./find-fragment-problems.ts";
import { scanHtml } from "./scan-html.ts";

type Node = DefaultTreeAdapterMap["node"];
type Element = DefaultTreeAdapterMap["element"];

const isElement = (node: Node): node is Element => "tagName" in node;
const children = (node: Node): Element[] => ("childNodes" in node ? node.childNodes.filter(isElement) : []);

/** An element with those around it, as the scanner writes it. */
function list(node: Node, around: readonly string[] = []): string[] {
  return children(node).flatMap((child) => {
    const tag = child.tagName.toLowerCase();
    const attributes = child.attrs
      .map(({ prefix, name, value }) => `${prefix ? `${prefix}:` : ""}${name.toLowerCase()}=${value}`)
      .toSorted();
    return [[...around, tag, ...attributes].join(" "), ...list(child, [...around, tag])];
  });
}

const toTag = (element: Element | undefined): string =>
  element ? `${element.tagName} ${element.attrs.map(({ name, value }) => `${name}=${value}`).join(" ")}` : "";

/** What a browser makes of a fragment in a page: the elements of its slot, and whether all around it is as it was. */
function readInPage(html: string): { elements: string[]; isContained: boolean } {
  const document = parse(
    `<!doctype html><html lang="en"><head><title>t</title></head><body id="top"><div id="app"><main id="content"><div id="slot">${html}</div><i id="after"></i></main></div><script id="site-set" type="application/json">{}</script></body></html>`,
  );
  const [root] = children(document);
  const [head, body, ...rest] = root ? children(root) : [];
  const [app, set, ...behind] = body ? children(body) : [];
  const [main, ...beside] = app ? children(app) : [];
  const [slot, after, ...more] = main ? children(main) : [];
  const frame = [root, head, body, app, main, slot, after, set].map(toTag).join();
  const expected =
    "html lang=en,head ,body id=top,div id=app,main id=content,div id=slot,i id=after,script id=site-set type=application/json";
  const isContained =
    frame === expected &&
    rest.length + behind.length + beside.length + more.length === 0 &&
    head !== undefined &&
    children(head).length === 1 &&
    after?.childNodes.length === 0;
  return { elements: slot ? list(slot) : [], isContained };
}

function readByScanner(html: string): string[] {
  return scanHtml(html).elements.map(({ tag, attributes, around }) =>
    [...around, tag, ...[...attributes].map(([name, value]) => `${name}=${value}`).toSorted()].join(" "),
  );
}

const tags = [
  ...htmlTags,
  ...svgTags,
  "body",
  "html",
  "head",
  "script",
  "style",
  "title",
  "template",
  "noscript",
  "plaintext",
  "xmp",
  "iframe",
  "math",
  "foreignobject",
  "frameset",
  "image",
  "nobr",
  "font",
  "center",
  "select",
  "table",
  "p",
  "li",
  "a",
  "b",
  "form",
  "svg",
  "button",
];
const attributes = [
  "",
  ' id="a"',
  ' id="site-set"',
  ' title="a&amp;b"',
  " hidden",
  ` title='"'`,
  ' class="a" class="b"',
  " data-x=1",
  ' title="',
  ' href="/x"',
  ' href="&#106;avascript:x"',
  ' title="&notit;"',
];
const texts = [
  "",
  " ",
  "x",
  "&lt;",
  "&",
  "<",
  "</",
  "<!--",
  "-->",
  "<!-- -->",
  "<!-->",
  "<!--->",
  "<![CDATA[",
  "]]>",
  "<?x?>",
  "\n",
  "\u0000",
  "&#x3c;b&#x3e;",
];
const piece = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom(...tags), fc.constantFrom(...attributes), fc.constantFrom("", "", "/"))
      .map(([tag, text, slash]) => `<${tag}${text}${slash}>`),
  },
  { weight: 2, arbitrary: fc.constantFrom(...tags).map((tag) => `</${tag}>`) },
  { weight: 1, arbitrary: fc.constantFrom(...texts) },
);
/** HTML that is mostly balanced, so that some of it is let in. */
const { balanced } = fc.letrec<{ balanced: string }>((tie) => ({
  balanced: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom("", "x", "&amp;", "<br/>", "<!-- -->", "<hr>", '<img alt="" src="/a.png">'),
    fc
      .tuple(fc.constantFrom(...tags), fc.constantFrom(...attributes), fc.array(tie("balanced"), { maxLength: 3 }))
      .map(([tag, text, inner]) => `<${tag}${text}>${inner.join("")}</${tag}>`),
    fc
      .tuple(
        fc.constantFrom(
          "<table><tbody><tr><td>|</td></tr></tbody></table>",
          "<ul><li>|</li></ul>",
          "<dl><dt>|</dt><dd>|</dd></dl>",
          "<select><option>|</option></select>",
          "<p>|</p>",
          "<svg><g>|</g></svg>",
          "<button>|</button>",
          "<b><i>|</i></b>",
        ),
        tie("balanced"),
      )
      .map(([frame, inner]) => frame.replaceAll("|", () => inner)),
  ),
}));

describe("a browser parses accepted HTML as the check did, and changes nothing around it", () => {
  test("with any elements", () => {
    let admitted = 0;
    fc.assert(
      fc.property(
        fc.oneof(
          balanced,
          fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join("")),
          fc.tuple(balanced, piece, balanced).map((pieces) => pieces.join("")),
        ),
        (html) => {
          if (findFragmentProblems(html).length > 0) return;
          if (html.includes("<")) admitted += 1;
          const { elements, isContained } = readInPage(html);
          expect({ elements, isContained }).toEqual({ elements: readByScanner(html), isContained: true });
        },
      ),
      { numRuns: 5000 },
    );
    // Otherwise nothing was shown.
    expect(admitted).toBeGreaterThan(200);
  });

  test("the comparison with a browser's parser detects elements that leave the fragment", () => {
    for (const html of [
      "</div>",
      "<b>",
      "<plaintext>",
      "<!--",
      "<body class=x>",
      '<p title="',
      "<table><i>x</i></table></div></main>",
    ])
      expect(readInPage(html).isContained).toBe(false);
  });
});

describe("What a remote may not write", () => {
  test.each([
    [`<a href="javascript&colon;alert(1)">x</a>`, /character reference/],
    [`<a href="java&Tab;script:alert(1)">x</a>`, /character reference/],
    [`<a href="&#106avascript:alert(1)">x</a>`, /character reference/],
    [`<a href="/&#9;/evil.example/">x</a>`, /control character/],
    [`<a href="//evil.example/">x</a>`, /no path of this site/],
    [`<a href="/\\evil.example/">x</a>`, /no path of this site/],
    [`<a href="data:text/html,x">x</a>`, /is code/],
    // Each leads nowhere, and code that reads it throws: the shell's does with each link that is pressed or comes into view.
    [`<a href="https://[">x</a>`, /cannot be read as an address/],
    [`<a href="http://a.example:99999/">x</a>`, /cannot be read as an address/],
    [`<img src="https://a%zz/x.png" alt="">`, /cannot be read as an address/],
    [`<p title="&constructor;">x</p>`, /has a character reference in title/],
    [
      `<form action="javascript:throw new Error(&#x27;React form unexpectedly submitted.&#x27;)"></form>`,
      /^<form action> is a function, which needs JavaScript; give it a path of this site, and use onSubmit/,
    ],
    [
      `<button formAction="javascript:throw new Error(&#x27;React form unexpectedly submitted.&#x27;)">x</button>`,
      /^<button formaction> is a function/,
    ],
    [`<!--$!--><template></template><p>Wait</p><!--/$-->`, /^<Suspense> waits while it is rendered/],
    [`<template></template>`, /^<template> may not stand in a fragment/],
    [`<form action="https://evil.example/"></form>`, /sends elsewhere/],
    [`<button formaction="//evil.example/">x</button>`, /sends elsewhere/],
    [`<img src="//evil.example/x.png" alt="">`, /no path of this site/],
    [`<img src="lobby/images/a.7e08133f.svg" alt="">`, /^<img src> is the name of imported artwork.*toImageUrl\(/],
    [`<svg><use href="https://evil.example/x.svg#a"></use></svg>`, /leads out of the picture/],
    [`<svg><rect fill="url(https://evil.example/#a)"></rect></svg>`, /names a file/],
    [
      `<svg><animate attributeName="href" to="javascript:alert(1)"></animate></svg>`,
      /<animate> may not stand inside of <svg>/,
    ],
    [`<svg><script>alert(1)</script></svg>`, /does not run/],
    [`<svg><title><b>x</b></title></svg>`, /<b> may not stand inside/],
    [`<form name="location"></form>`, /property of the document/],
    [`<div id="__site"></div>`, /has the id/],
    [`<div id="siteSet"></div>`, /has the id/],
    [`<p id="offline">x</p>`, /has the id offline, which is the document's own/],
    [`<h2 id="site-warning-title">x</h2>`, /has the id site-warning-title, which is the document's own/],
    [`<link rel="stylesheet" href="/x.css">`, /only preload an image/],
    [`<link rel="preload" as="script" href="/x.js">`, /only preload an image/],
    [`<input type="text" style="x">`, /style attribute/],
    [`<p nonce="x">y</p>`, /attribute nonce/],
    [`<p data-script-hosts="https://evil.example">y</p>`, /data-script-hosts/],
    [`<p data-variant="x">y</p>`, /data-variant/],
    [`<a href="/" attributionsrc="https://evil.example/">x</a>`, /attribute attributionsrc/],
    // A page that is opened with its opener can send the opener elsewhere, and so can one in a window with a name.
    [`<a href="https://evil.example/" target="_blank" rel="nofollow Opener">x</a>`, /keeps its opener/],
    [`<a href="https://evil.example/" target="help">x</a>`, /opens a window by name/],
    [
      `<form action="/search/" target="help"><button formtarget="content">x</button></form>`,
      /<button formtarget> opens a w/,
    ],
    // Each reaches for an element of another island.
    [`<div id="a" aria-owns="a helpline"></div>`, /<div aria-owns> takes helpline, which is not in this fragment/],
    [`<input type="hidden" name="to" value="x" form="contact">`, /<input form> takes contact, which is not/],
    [`<div itemscope="" itemref="helpline"></div>`, /<div itemref> takes helpline/],
    [`<noscript><p>x</p></noscript>`, /<noscript> may not stand/],
    [`<textarea><b>x</b></textarea>`, /<b> stands inside <textarea>/],
    [`<table><tbody><tr>x<td>y</td></tr></tbody></table>`, /no place for text/],
    [`<dl><dd><div><dd>x</dd></div></dd></dl>`, /<dd> stands inside <div>/],
  ])("%s", (html, problem) => {
    expect(
      findFragmentProblems(html)
        .map((found) => found.problem)
        .join("\n"),
    ).toMatch(problem);
  });

  test.each([
    `<link rel="preload" as="image" href="/_image/a/1.webp"/><a href="/x/?a=1&amp;b=2#c">x</a><a href="https://example.example/">y</a><a href="mailto:a@b.example">z</a><a href="#help">h</a>`,
    `<form action="/search/" method="get"><label>q<input name="q" type="search"/></label><select name="s"><option value="1">One</option></select></form>`,
    `<svg viewBox="0 0 1 1" aria-hidden="true"><defs><linearGradient id="_content-home-R_0_"><stop offset="0"></stop></linearGradient></defs><rect fill="url(#_content-home-R_0_)"/><use href="#a"/></svg>`,
    `<div data-slot="download/button" data-variant="hero"></div>`,
    `<form id="ask" action="/ask/"></form><button form="ask">x</button><div aria-owns=" ask  late "></div><p id="late">y</p>`,
    `<a href="https://a.example/" target="_BLANK" rel="noopener external">x</a><a href="/" target="">y</a><a href="/" target="_top">z</a>`,
  ])("accepted is: %s", (html) => {
    expect(findFragmentProblems(html)).toEqual([]);
  });
});

const count = (html: string): number => scanHtml(html).elements.length + findFragmentProblems(html).length;

test("Checking takes time in proportion to the HTML, also for input that is made to slow it down", () => {
  for (const part of [
    '<a b="',
    "<a ",
    "<a b ",
    "<a".padEnd(1000, " "),
    "<!--",
    "<div>",
    "<b></b>",
    "<p title='<'>",
    "</p>",
    "<svg>",
    '<a b="x" ',
  ]) {
    // A reading that took its square would not end within the time of a test.
    expect(count(part.repeat(Math.ceil(500_000 / part.length)))).toBeGreaterThan(0);
  }
});
