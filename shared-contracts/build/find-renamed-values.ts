import {
  isLiteralElement,
  isPluralElement,
  isPoundElement,
  isSelectElement,
  isTagElement,
  type MessageFormatElement,
  parse,
} from "@formatjs/icu-messageformat-parser";

/** Names of placeholders and tags that only one of two texts of a message has. */
export interface RenamedValues {
  /** Such as `{nome}` or `<negrito>`. */
  own: string[];
  english: string[];
}

/**
 * What a text and the English one of the same message call differently. A language may leave a value out, so a difference counts when each of both has a
 * name that the other lacks.
 * @returns undefined when there is none, or the English text is not valid
 */
export function findRenamedValues(text: string, english: string): RenamedValues | undefined {
  const [one, other] = [listValues(text), listValues(english)];
  const own = [...one].filter((name) => !other.has(name));
  const missing = [...other].filter((name) => !one.has(name));
  return own.length > 0 && missing.length > 0 ? { own, english: missing } : undefined;
}

function listValues(text: string): ReadonlySet<string> {
  try {
    return new Set(parse(text).flatMap(listOf));
  } catch {
    return new Set();
  }
}

function listOf(element: MessageFormatElement): string[] {
  if (isLiteralElement(element) || isPoundElement(element)) return [];
  if (isTagElement(element)) return [`<${element.value}>`, ...element.children.flatMap(listOf)];
  const name = `{${element.value}}`;
  if (!isPluralElement(element) && !isSelectElement(element)) return [name];
  return [name, ...Object.values(element.options).flatMap(({ value }) => value.flatMap(listOf))];
}
