import { scanHtml } from "../answers/scan-html.ts";

const spoken = ["alt", "aria-label", "aria-description", "title", "placeholder"];

/**
 * Texts that were not filled or cannot be read: a message's id in the place of the message, or a placeholder such as `{system}`. Looks at
 * texts and at the attributes that are read aloud.
 * @param ids the message ids of the remote
 */
export function findTextProblems(html: string, ids: Iterable<string>): string[] {
  const { texts, elements } = scanHtml(html);
  const read = elements.flatMap(({ attributes }) => spoken.flatMap((name) => attributes.get(name) ?? []));
  return findUnfilled([...texts.map(({ text }) => text), ...read], ids);
}

/** {@link findTextProblems} for plain texts, such as a page's title. */
export function findUnfilled(texts: readonly string[], ids: Iterable<string>): string[] {
  const known = new Set(ids);
  return texts.flatMap((text) => {
    if (known.has(text) || /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/.test(text))
      return [`"${text}" is a message's id, not its text.`];
    const [placeholder] = /\{[a-zA-Z][\w.]*\}/.exec(text) ?? [];
    if (placeholder !== undefined) return [`"${text.slice(0, 60)}" has an unfilled ${placeholder}.`];
    if (/\bundefined\b|\[object Object\]|\bNaN\b/.test(text))
      return [`"${text.slice(0, 60)}" contains undefined, NaN or [object Object].`];
    // The replacement character: a decoder writes it for bytes that are not UTF-8.
    if (text.includes("\uFFFD"))
      return [`"${text.slice(0, 60)}" has a character that is not UTF-8: save its file as UTF-8.`];
    return [];
  });
}
