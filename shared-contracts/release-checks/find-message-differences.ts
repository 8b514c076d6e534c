/** Messages by id, by locale. */
export type MessageFiles = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The messages that not every locale has, as sentences. */
export function findMessageDifferences(files: MessageFiles): string[] {
  const ids = new Set(Object.values(files).flatMap(Object.keys));
  return Object.entries(files).flatMap(([locale, messages]) =>
    [...ids].filter((id) => !Object.hasOwn(messages, id)).map((id) => `${locale} has no message ${id}.`),
  );
}
