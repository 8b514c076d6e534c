/** Messages by id. Once built, a value is the syntax tree that react-intl takes for a text. */
export type Messages = Record<string, string>;

/** `locale id` of the missing messages that were warned about already. */
const warned = new Set<string>();

/**
 * Messages in a locale, with those it lacks in the language the shell is written in. Each one that is missing is warned about (B184).
 * @param own undefined when there are none in the locale at all
 */
export function fillMessages(own: Messages | undefined, source: Messages, locale: string): Messages {
  if (!own) {
    warnOnce(locale, `There are no messages in ${locale}.`);
    return source;
  }
  for (const id of Object.keys(source)) {
    if (!Object.hasOwn(own, id)) warnOnce(`${locale} ${id}`, `There is no message ${id} in ${locale}.`);
  }
  return { ...source, ...own };
}

function warnOnce(what: string, text: string): void {
  if (warned.has(what)) return;
  warned.add(what);
  console.warn(text);
}
