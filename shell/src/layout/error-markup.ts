/** Words of an error the shell itself shows. */
export interface ErrorWords {
  title: string;
  message: string;
}

/** The link that takes a step back in history; without JavaScript it leads home (B199). */
export function toBackLink(home: string): string {
  return `<a class="button button--quiet" href="${home}" data-history-back>Go back</a>`;
}

/**
 * The shell's plain error page, without its heading, which is the document's.
 * @param words HTML already, as `links` is
 */
export function toErrorMarkup({ title, message }: ErrorWords, links: string): string {
  const large = title && `<p class="display" aria-hidden="true">${title}</p>`;
  return `<div class="section--felt"><div class="wrap section stack">${large}<p class="lede">${message}</p>${links && `<p>${links}</p>`}</div></div>`;
}
