import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { useSite } from "../harness/use-site.ts";
import { readEveryPage } from "./every-page.ts";

declare global {
  /** What the reader view of Firefox makes of a document: `content` is HTML. */
  var Readability: new (page: Document) => { parse(): { title: string; content: string } | null };
}

const script = fileURLToPath(import.meta.resolve("@mozilla/readability/Readability.js"));

const { site, visit } = useSite("GGPPH");

/**
 * The headings of a page's main part, and those of them that its reader view has. The download page has a card for every system and shows one of them, with
 * the code for a phone: of these a reader view needs none. Runs in the browser.
 */
function readHeadings(source: string): { written: string[]; shown: string[] } {
  const headings = ":is(main, .page) :is(h2, h3, h4):not(article:is(article ~ *, :has(~ article)) *, figcaption *)";
  const parser = new DOMParser();
  const view = new Readability(parser.parseFromString(source, "text/html")).parse();
  const [written = [], inView = []] = [source, view?.content ?? ""].map((html) =>
    [...parser.parseFromString(html, "text/html").querySelectorAll(headings)].map(({ textContent }) =>
      textContent.trim(),
    ),
  );
  return { written, shown: written.filter((heading) => heading === view?.title || inView.includes(heading)) };
}

test("B286 the reader view of a browser keeps the headings of every page with a text, such as that of the helpline", async () => {
  const { page, close } = await visit();
  await page.evaluate(await readFile(script, "utf8"));
  let count = 0;
  for (const { path, html } of await readEveryPage(site())) {
    const { written, shown } = await page.evaluate(readHeadings, html);
    expect(shown, path).toEqual(written);
    count += written.length;
  }
  expect(count).toBeGreaterThan(50);
  await close();
});

/** The last paragraph of a page's reader view, and the addresses that its links lead to. Runs in the browser. */
function readEnd(source: string): { text: string; links: (string | null)[] } {
  const parser = new DOMParser();
  const view = new Readability(parser.parseFromString(source, "text/html")).parse();
  const last = [...parser.parseFromString(view?.content ?? "", "text/html").querySelectorAll("p")].at(-1);
  return {
    text: last?.textContent ?? "",
    links: [...(last?.querySelectorAll("a") ?? [])].map((link) => link.getAttribute("href")),
  };
}

describe.each(["GGPPH", "GGPBR"] as const)("on the site %s", (id) => {
  const policies = useSite(id);

  test("B286 the reader view of every policy ends with whom to ask about it", async () => {
    const { page, close } = await policies.visit();
    await page.evaluate(await readFile(script, "utf8"));
    const question = /^(Questions about this document|Dúvidas sobre este documento)\?/;
    const pages = (await readEveryPage(policies.site())).filter(({ path }) => /policy|terms|rules/.test(path));
    expect(pages.length).toBeGreaterThan(5);
    for (const { path, html } of pages) {
      const { text, links } = await page.evaluate(readEnd, html);
      expect(text, path).toMatch(question);
      expect(links, path).toEqual([expect.stringMatching(/^mailto:/), expect.stringMatching(/\/contact\/$/)]);
    }
    await close();
  });
});
