import { Marked } from "marked";
import { type ContactLink, fillPlaceholders, pickClauses, type PolicyValues } from "./policy-values.ts";

/** A clause of a document, for its table of contents. */
export interface PolicyHeading {
  id: string;
  text: string;
}

export interface RenderedPolicy {
  html: string;
  /** The headings of the first level, in order. */
  contents: PolicyHeading[];
}

export interface PolicyOptions {
  values: PolicyValues;
  /** Converts a link of the site to the page's locale. */
  href: (link: string) => string;
  /** Hidden text for screen readers after a link that opens a new tab. */
  newTabNote: string;
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}

/**
 * Turns a policy's Markdown into HTML. Placeholders are filled as text, so a value is never markup; raw HTML, images
 * and unexpected addresses are refused instead of passed on.
 * @throws Error that tells the author what to change.
 */
export function renderPolicy(body: string, { values, href, newTabNote }: PolicyOptions): RenderedPolicy {
  const contents: PolicyHeading[] = [];
  const ids = new Set<string>();
  let clause = "";
  const fill = (text: string): string => fillPlaceholders(text, values);
  const note = `<span class="visually-hidden"> ${escapeHtml(newTabNote)}</span>`;

  const marked = new Marked({
    extensions: [
      {
        name: "contact",
        level: "inline",
        start: (source) => source.indexOf("{contact:"),
        tokenizer(source) {
          const [raw, purpose] = /^\{contact:(\w+)\}/.exec(source) ?? [];
          return raw === undefined ? undefined : { type: "contact", raw, purpose };
        },
        renderer: ({ raw, purpose }) => toContactHtml(raw, values.contacts[purpose]),
      },
    ],
    renderer: {
      text(token) {
        return "tokens" in token && token.tokens ? this.parser.parseInline(token.tokens) : escapeHtml(fill(token.text));
      },
      heading({ tokens, depth }) {
        if (depth === 1) throw new Error("The title stands on top of the file; headings of the text start with ##.");
        const [plain, id] = splitHeading(this.parser.parseInline(tokens, this.parser.textRenderer));
        const [inner] = splitHeading(this.parser.parseInline(tokens));
        clause = takeId(id ?? toHeadingId(plain), ids);
        if (depth === 2) contents.push({ id: clause, text: fill(plain) });
        // Reader views drop a heading whose id has a word such as `contact` or `promo`, unless its class says that it belongs to the text.
        return `<h${depth} id="${clause}" class="text">${inner}</h${depth}>\n`;
      },
      link({ href: written, tokens }) {
        const target = toTarget(fill(written));
        const inner = this.parser.parseInline(tokens);
        const attributes = target.newTab ? ` target="_blank" rel="noopener"` : "";
        return `<a href="${escapeHtml(href(target.link))}"${attributes}>${inner}${target.newTab ? note : ""}</a>`;
      },
      table({ header, rows }) {
        const head = header.map((cell) => `<th scope="col">${this.parser.parseInline(cell.tokens)}</th>`);
        // On a phone rows are lists, in which each cell names its column.
        const columns = header.map(({ tokens }) =>
          escapeHtml(fill(this.parser.parseInline(tokens, this.parser.textRenderer))),
        );
        // The first cell says what its row is about: with it, each fact of a table is read out by its row and its column.
        const toCell = (inner: string, column: number): string =>
          column === 0 ? `<th scope="row">${inner}</th>` : `<td data-column="${columns[column]}">${inner}</td>`;
        const lines = rows.map(
          (row) =>
            `<tr>${row.map(({ tokens }, column) => toCell(this.parser.parseInline(tokens), column)).join("")}</tr>`,
        );
        const table = `<table><thead><tr>${head.join("")}</tr></thead><tbody>${lines.join("")}</tbody></table>`;
        // A wide table scrolls inside itself, also by keyboard (its label is the heading of its clause).
        return `<div class="table-scroll" role="region" tabindex="0" aria-labelledby="${clause}">${table}</div>\n`;
      },
      html({ text }) {
        throw new Error(`Policies are Markdown without HTML: ${text.trim()}`);
      },
      image({ text }) {
        throw new Error(`Policies carry no images: ${text}`);
      },
    },
  });
  const html = marked.parse(pickClauses(body, values), { async: false });
  return { html, contents };
}

/** The addresses of a contact, each a link. */
function toContactHtml(placeholder: string, links: readonly ContactLink[] | undefined): string {
  if (!links) throw new Error(`There is no contact for ${placeholder}.`);
  return links.map(({ href, text }) => `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`).join(", ");
}

/** Splits a heading from the id after it in a translation: `Quem pode jogar {#who-may-play}`. */
function splitHeading(text: string): [heading: string, id: string | undefined] {
  const [, heading = text, id] = /^(.*?)\s*\{#([a-z0-9-]+)\}$/s.exec(text) ?? [];
  return [heading, id];
}

/** `Who may play` becomes `who-may-play`. */
function toHeadingId(text: string): string {
  return text
    .replaceAll(/\{\w+\}/g, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
}

/** A repeated id gets a number, so that links stay unique. */
function takeId(base: string, taken: Set<string>): string {
  let id = base;
  for (let count = 2; taken.has(id); count += 1) id = `${base}-${count}`;
  taken.add(id);
  return id;
}

/** Pages of this site stay in the tab; other sites and `/network/` (B091) open a new one. */
function toTarget(link: string): { link: string; newTab: boolean } {
  if (link.startsWith("#") || /^\/(?!\/)/.test(link)) return { link, newTab: link.startsWith("/network/") };
  if (link.startsWith("https://")) return { link, newTab: true };
  throw new Error(`${link} is not a page of this site, a clause (#...) or an https:// address.`);
}
