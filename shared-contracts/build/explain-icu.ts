const notACase = "has a case that is not a name and a text in braces, such as other {…}";
const noKind = "is not number, date, time, plural, selectordinal or select";
const isTwice = "has one case twice";

/** What is wrong at a character of a message, by the code of its parser. */
const reasons: ReadonlyMap<string, (at: string) => string> = new Map([
  ["EXPECT_ARGUMENT_CLOSING_BRACE", (at) => `a { ${at} has no }`],
  ["EMPTY_ARGUMENT", (at) => `the braces ${at} name no value`],
  ["MALFORMED_ARGUMENT", (at) => `the placeholder ${at} is not one name in braces, such as {name}`],
  ["EXPECT_ARGUMENT_TYPE", (at) => `the kind of placeholder ${at} ${noKind}`],
  ["INVALID_ARGUMENT_TYPE", (at) => `the kind of placeholder ${at} ${noKind}`],
  ["MISSING_OTHER_CLAUSE", (at) => `the choice that ends ${at} has no case other`],
  ["DUPLICATE_PLURAL_ARGUMENT_SELECTOR", (at) => `the choice ${at} ${isTwice}`],
  ["DUPLICATE_SELECT_ARGUMENT_SELECTOR", (at) => `the choice ${at} ${isTwice}`],
  ["EXPECT_SELECT_ARGUMENT_OPTIONS", (at) => `the choice ${at} ${notACase}`],
  ["EXPECT_PLURAL_ARGUMENT_SELECTOR", (at) => `the choice ${at} ${notACase}`],
  ["EXPECT_SELECT_ARGUMENT_SELECTOR", (at) => `the choice ${at} ${notACase}`],
  ["EXPECT_PLURAL_ARGUMENT_SELECTOR_FRAGMENT", (at) => `the choice ${at} ${notACase}`],
  ["EXPECT_SELECT_ARGUMENT_SELECTOR_FRAGMENT", (at) => `the choice ${at} ${notACase}`],
  ["UNCLOSED_TAG", (at) => `the tag ${at} is not closed`],
  ["UNMATCHED_CLOSING_TAG", (at) => `the tag that is closed ${at} is not open there`],
  [
    "INVALID_TAG",
    (at) => `the tag ${at} is not a name alone, such as <link>…</link>, whose attributes stand in the code`,
  ],
]);

/** An error of the parser: its message is a code. */
interface IcuError extends Error {
  location: { start: { offset: number } };
}

/** The reason why a message is not valid ICU, in words, with the character that it is about, from 1. */
export function explainIcu(error: unknown): string {
  if (!isIcuError(error)) return String(error);
  const at = `at character ${error.location.start.offset + 1}`;
  return reasons.get(error.message)?.(at) ?? `${error.message.toLowerCase().replaceAll("_", " ")} ${at}`;
}

function isIcuError(error: unknown): error is IcuError {
  return error instanceof SyntaxError && "location" in error;
}
