import { toKeptProblem } from "@site/contracts/answers/find-answer-problem";
import { type DefaultTreeAdapterMap, parse } from "parse5";
import { expect, test } from "vitest";
import { listExposeKeys, toServerSource } from "../../testing/fixture-release.ts";
import { useFixtureApp } from "../../testing/use-fixture-app.ts";
import { escapeHtml, toInlineCss, toInlineJson } from "../../pages/remote-text.ts";

type Node = DefaultTreeAdapterMap["node"];
type Element = DefaultTreeAdapterMap["element"];

function list(node: Node): Element[] {
  const own = "childNodes" in node ? node.childNodes : [];
  return own.flatMap((child) => [...("tagName" in child ? [child] : []), ...list(child)]);
}

const read = (element: Element | undefined): string =>
  element?.childNodes.map((child) => ("value" in child ? child.value : `<${child.nodeName}>`)).join("") ?? "";

/** Texts that would be markup, code or control characters if they were not escaped. */
const hostileTexts = [
  "</script><script>alert(1)</script>",
  "</style><body data-script-hosts=//evil.example>",
  "</title><base href=//evil.example>",
  `"><img src=x onerror=alert(1)>`,
  `' onload='alert(1)`,
  "<!--",
  "<!--<script>",
  "-->",
  "]]>",
  "<![CDATA[",
  "</textarea>",
  "&quot;&lt;&#60;",
  "&notit;",
  "\u2028alert(1)\u2029",
  "\\",
  "\\3c/style>",
  "*/",
  "{}",
  "url(//evil.example)",
  "javascript:alert(1)",
  "$&$1$`",
  "${7*7}",
  "\r\nset-cookie: a=b",
  "\u001b[2J",
  "\u202egnp.exe",
  "\u{e000}path\u{e000}",
  "__proto__",
  "😀",
];

/** Each place in a document: how text is written there, and how to find it after parsing. */
const places: Record<
  string,
  { write(text: string): string; find(elements: Element[]): string; expected?(text: string): string }
> = {
  "an element": {
    write: (text) => `<p>${escapeHtml(text)}</p>`,
    find: (all) => read(all.find(({ tagName }) => tagName === "p")),
  },
  "the title": {
    write: (text) => `<title>${escapeHtml(text)}</title>`,
    find: (all) => read(all.find(({ tagName }) => tagName === "title")),
  },
  "an attribute": {
    write: (text) => `<p title="${escapeHtml(text)}"></p>`,
    find: (all) => all.find(({ tagName }) => tagName === "p")?.attrs[0]?.value ?? "",
  },
  "inline JSON": {
    write: (text) => `<script type="application/json">${toInlineJson({ text, [text]: 1 })}</script>`,
    find: (all) =>
      Object.entries(JSON.parse(read(all.find(({ tagName }) => tagName === "script"))) as object).find(
        ([key]) => key === "text",
      )?.[1] ?? "",
  },
  "inline CSS": {
    write: (text) => `<style>${toInlineCss(`a{content:${JSON.stringify(text)}}`)}</style>`,
    find: (all) => read(all.find(({ tagName }) => tagName === "style")).replaceAll("<\\/", "</"),
    expected: (text) => `a{content:${JSON.stringify(text)}}`,
  },
};

// Browsers read CRLF as one newline; no text of the site needs CRLF.
const toRead = (text: string): string => text.replaceAll("\r\n", "\n");

test.each(Object.entries(places))(
  "Every hostile text stays text in %s",
  (_name, { write, find, expected = (text) => text }) => {
    const frame = ["html", "head", "body"];
    for (const text of hostileTexts) {
      const elements = list(parse(`<!doctype html><html><head></head><body>${write(text)}</body></html>`));
      expect(elements.filter(({ tagName }) => !frame.includes(tagName))).toHaveLength(1);
      expect(toRead(find(elements))).toBe(toRead(expected(text)));
      expect(elements.filter(({ tagName }) => frame.includes(tagName)).flatMap(({ attrs }) => attrs)).toEqual([]);
    }
  },
);

test("Every hostile text is one line of plain characters in a log", () => {
  for (const text of hostileTexts) expect(toKeptProblem(text)).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e]/u);
  expect(toKeptProblem("out of cards")).toBe("out of cards");
});

/** How many elements a document has of each kind. */
function count(html: string): Record<string, number> {
  return Object.fromEntries(
    [...Map.groupBy(list(parse(html)), ({ tagName }) => tagName)].map(([tag, found]) => [tag, found.length]),
  );
}

/** A page whose title, description, heading and text are hostile, one of each kind. */
const all = hostileTexts
  .filter((text) => !text.includes("\u{e000}"))
  .join(" ")
  .slice(0, 190);
// A compartment refuses source text that looks like an HTML comment.
const source = JSON.stringify(all).replaceAll("<", "\\u003c").replaceAll(">", "\\u003e");
const { get } = useFixtureApp({
  releases: {
    content: {
      server: toServerSource(
        "content",
        `if (key === "about-us") return { html: "<p>" + escape(${source}) + "</p>", head: { title: ${source}, description: ${source}, heading: ${source} }, readsVisitor: false };`,
      ),
      exposes: listExposeKeys("content").map((key) => ({ key, css: key === "about-us" ? ["browser/a.css"] : [] })),
      files: {
        "browser/a.css": `@layer remote{.content-a::before{content:'</style><body data-script-hosts="//evil.example"><script type="application/json" id="site-set">{}</script>'}}`,
      },
    },
    compliance: { server: toServerSource("compliance", `throw new Error(${source});`) },
  },
});

test("A page of hostile texts has the same elements as another page, and none of the texts in its headers", async () => {
  const hostile = await get("/about-us/");
  const plain = await get("/contact/");
  expect([hostile.statusCode, plain.statusCode]).toEqual([200, 200]);
  const { p: _p, section: _section, ...elements } = count(hostile.body);
  const { p: _q, section: _other, ...expected } = count(plain.body);
  expect(elements).toEqual(expected);
  const found = list(parse(hostile.body));
  expect(read(found.find(({ tagName }) => tagName === "title"))).toContain(toRead(all));
  for (const id of ["site-set", "site-state"])
    expect(found.filter(({ attrs }) => attrs.some(({ name, value }) => name === "id" && value === id))).toHaveLength(1);
  expect(found.find(({ tagName }) => tagName === "body")?.attrs.map(({ name }) => name)).toEqual(["id"]);
  expect(JSON.stringify(hostile.headers)).not.toMatch(/evil|alert|set-cookie/);
  const payload: unknown = JSON.parse((await get("/about-us/_payload.json")).body);
  expect(payload).toMatchObject({ heading: all, description: all });
});

test("A hostile path stays text in the 404 page that shows it", async () => {
  const { body, statusCode } = await get(`/${encodeURIComponent("</script><script>alert(1)</script>\"'")}/`);
  expect(statusCode).toBe(404);
  expect(
    list(parse(body)).filter(
      ({ tagName, childNodes }) =>
        tagName === "script" &&
        JSON.stringify(childNodes.map((node) => ("value" in node ? node.value : ""))).includes("alert(1)"),
    ),
  ).toEqual([]);
});
