/** Messages by id, by locale. */
export type MessageFiles = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A message that a locale has not, although another one has it. */
export interface MissingMessage {
  locale: string;
  id: string;
}

/** The messages that not every locale has. */
export function listMissingMessages(files: MessageFiles): MissingMessage[] {
  const ids = new Set(Object.values(files).flatMap(Object.keys));
  return Object.entries(files).flatMap(([locale, messages]) =>
    [...ids].filter((id) => !Object.hasOwn(messages, id)).map((id) => ({ locale, id })),
  );
}
