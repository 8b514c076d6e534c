import { expect, test } from "vitest";
import { policyNames } from "../testing/page-name.ts";
import { renderPage } from "../testing/render-text.tsx";
import { parsePolicy, toIsoDate } from "./parse-policy.ts";
import type { PolicyValues } from "./policy-values.ts";
import { renderPolicy } from "./render-policy.ts";

const values: PolicyValues = {
  texts: { siteName: "<b>GGP</b>" },
  lists: { documents: ["a <i>passport</i>", "a licence"], none: [] },
  contacts: {
    support: [
      { href: "mailto:a&b@c.example", text: "a&b@c.example" },
      { href: "tel:+441632960123", text: "+441632960123" },
    ],
  },
  conditions: ["chat"],
};
const options = { values, href: (link: string) => link, newTabNote: "(new tab)" };

test("a value is shown as text, markup in it too", () => {
  const { html } = renderPolicy("Welcome to {siteName} & **{siteName}**.", options);
  expect(html).toContain("Welcome to &lt;b&gt;GGP&lt;/b&gt; &amp; <strong>&lt;b&gt;GGP&lt;/b&gt;</strong>.");
});

test("B286 a contact is its addresses, each a link", () => {
  const { html } = renderPolicy("Write to us ({contact:support}).", options);
  expect(html).toBe(
    `<p>Write to us (<a href="mailto:a&amp;b@c.example">a&amp;b@c.example</a>, <a href="tel:+441632960123">+441632960123</a>).</p>\n`,
  );
});

test("B288 a line with a list is written once for each of its texts, and not at all when there are none", () => {
  const { html } = renderPolicy("We take:\n\n- {each documents};\n- {each none};\n- cash.\n", options);
  expect([...html.matchAll(/<li>(.*?)<\/li>/g)].map(([, text]) => text)).toEqual([
    "a &lt;i&gt;passport&lt;/i&gt;;",
    "a licence;",
    "cash.",
  ]);
});

test("B288 a clause that depends on something is there only where the site has it", () => {
  const { html, contents } = renderPolicy(
    "{if chat}\n## Chat\n\nHere.\n{end}\n\n{if consent}\n## Consent\n{end}\n\nOne.{if documents} Two.{end}{if none} Three.{end}",
    options,
  );
  expect(contents.map(({ text }) => text)).toEqual(["Chat"]);
  expect(html).toContain("<p>One. Two.</p>");
});

test.each([
  ["an unknown placeholder", "Hello {siteNam}."],
  ["an unknown contact", "Write to {contact:sales}."],
  ["an unknown list", "- {each colours}\n"],
  ["a block of HTML", "<div>Hello</div>"],
  ["HTML inside a line", "Hello <b>you</b>."],
  ["an image", "![a card](/card.png)"],
  ["a script address", "[here](javascript:alert)"],
  ["an address without https", "[here](http://example.com/)"],
  ["an address of another site that looks like a path", "[here](//example.com/)"],
  ["a heading of the first level", "# Title"],
])("%s is refused", (_what, body) => {
  expect(() => renderPolicy(body, options)).toThrow();
});

test("each cell of a table names its column as text, for the phones on which rows are lists", () => {
  const { html } = renderPolicy("| Step | *What* {siteName} does |\n|---|---|\n| 1 | Looks |", options);
  expect(html).toContain(`<td data-column="What &lt;b&gt;GGP&lt;/b&gt; does">Looks</td>`);
});

test("each row of a table is headed by its first cell, so that a screen reader says what a fact is about", () => {
  const { html } = renderPolicy("| Step | Time |\n|---|---|\n| **Audit** | 24 hours |\n| Bank | 2-5 days |", options);
  expect([...html.matchAll(/<tr>(<th scope="row">.*?<\/th>)<td/g)].map(([, head]) => head)).toEqual([
    '<th scope="row"><strong>Audit</strong></th>',
    '<th scope="row">Bank</th>',
  ]);
});

test("headings get ids of their own and stand in the contents", () => {
  const { html, contents } = renderPolicy("## Who may play\n\n### Age\n\n## Who may play", options);
  expect(contents).toEqual([
    { id: "who-may-play", text: "Who may play" },
    { id: "who-may-play-2", text: "Who may play" },
  ]);
  expect(html).toContain(`<h3 id="age" class="text">Age</h3>`);
});

test("B091 only other sites and the network's pages open a new tab", () => {
  const { html } = renderPolicy("[a](/contact/) [b](/network/rng/) [c](https://example.com/)", options);
  expect(html).toContain(`<a href="/contact/">a</a>`);
  expect(html.match(/target="_blank" rel="noopener"/g)).toHaveLength(2);
});

test("every link between the documents leads to a page and clause that exist", () => {
  const pages = [...policyNames, "responsible-gaming" as const];
  const ids = new Map<string, (string | undefined)[]>(
    pages.map((name) => [name, [...renderPage(name).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)]),
  );
  const broken = pages.flatMap((name) =>
    [...renderPage(name).matchAll(/href="(?:\/([a-z-]+)\/)?#([^"]+)"/g)]
      .filter(([, page = name, id]) => !ids.get(page)?.includes(id))
      .map(([link]) => `${name}: ${link}`),
  );
  expect(broken).toEqual([]);
});

test("a policy without its date is refused, with the line to add", () => {
  expect(() => parsePolicy("---\ntitle: T\ndescription: D\nversion: 1\n---\nText")).toThrow(`"effective: ..."`);
});

test.each(["31 June 2024", "June 2024", "28 juin 2024"])("%s is not a date", (text) => {
  expect(() => toIsoDate(text)).toThrow();
});

test("B257 a date is given to machines as well", () => {
  expect(toIsoDate("28 June 2024")).toBe("2024-06-28");
});
