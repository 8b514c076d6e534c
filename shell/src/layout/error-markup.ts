import { type Contact, toContactLinks } from "@site/contracts/contact";

/** Words of an error the shell itself shows. */
export interface ErrorWords {
  title: string;
  message: string;
}

/** The link that takes a step back in history; without JavaScript it leads home (B199). */
export function toBackLink(home: string): string {
  return `<a class="button button--quiet" href="${home}" data-history-back>Go back</a>`;
}

/** The addresses of customer support, each a link (B286). */
export function toSupportLinks(support: Pick<Contact, "email" | "telephone">): string {
  // The configuration's schema leaves no character in either that is markup.
  return toContactLinks(support).map(({ href, text }) => `<a href="${href}">${text}</a>`).join(" ");
}

/**
 * The shell's plain error page, without its heading, which is the document's: the status number, a title, a message (B201)
 * and ways on. Its words are English on every site.
 * @param words HTML already, as `links` are: each is a paragraph, the ones that are not empty
 */
export function toErrorMarkup({ title, message }: ErrorWords, status: number, links: readonly string[]): string {
  const number = `<p class="eyebrow">${status}</p>`;
  const ways = links.map((link) => link && `<p>${link}</p>`).join("");
  return `<div class="section--felt" lang="en"><div class="wrap section stack">${number}<p class="display" aria-hidden="true">${title}</p><p class="lede">${message}</p>${ways}</div></div>`;
}
