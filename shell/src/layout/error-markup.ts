import { type Contact, toContactLinks } from "@site/contracts/site/contact";
import { type LocalizedText, pickText } from "@site/contracts/locale/localized-text";

/** Words of an error the shell itself shows. */
export interface ErrorWords {
  title: LocalizedText;
  message: LocalizedText;
}

const errorCode: LocalizedText = { en: "Error code", "pt-br": "Código do erro" };

/** What a visitor can name to customer support, who find the failure by it. */
export function toErrorCode(errorId: string, language: string): string {
  return `${pickText(errorCode, language)}: ${errorId}`;
}

const back: LocalizedText = { en: "Go back", "pt-br": "Voltar" };

/** The link that takes a step back in history; without JavaScript it leads home (B199). */
export function toBackLink(home: string, language: string): string {
  return `<a class="button button--quiet" href="${home}" data-history-back>${pickText(back, language)}</a>`;
}

/** What stands between links side by side: an em space, which needs no style. */
export const linkGap = "\u2003";

export function toLinkRow(links: readonly string[]): string {
  return links.join(linkGap);
}

/** The addresses of customer support, each a link (B286). */
export function toSupportLinks(support: Pick<Contact, "email" | "telephone">): string {
  // The configuration's schema leaves no character in either that is markup.
  return toLinkRow(toContactLinks(support).map(({ href, text }) => `<a href="${href}">${text}</a>`));
}

/**
 * The shell's plain error page, without its heading, which is the document's: the status number, a title, a message (B201)
 * and ways on. Words without a translation are English, and marked so (B288).
 * @param words HTML already, as `links` are: each is a paragraph, the ones that are not empty
 * @param language the locale's code
 */
export function toErrorMarkup(
  { title, message }: ErrorWords,
  status: number,
  links: readonly string[],
  language: string,
): string {
  const number = `<p class="eyebrow">${status}</p>`;
  const ways = links.map((link) => link && `<p>${link}</p>`).join("");
  const mark = Object.hasOwn(title, language) ? "" : ' lang="en"';
  return `<div class="section--felt"${mark}><div class="wrap section stack">${number}<p class="display" aria-hidden="true">${pickText(title, language)}</p><p class="lede">${pickText(message, language)}</p>${ways}</div></div>`;
}
