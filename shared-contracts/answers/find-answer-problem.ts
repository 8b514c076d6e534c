import { isRecord } from "../src/wire/wire-schema.ts";
import { answerLimits } from "./answer-limits.ts";

/** Characters of a page's head, by text. */
const heads = ["title", "heading", "description"] as const;

/**
 * Why an answer for an island is larger than a remote may answer; undefined when it is not. It looks at sizes alone, so it is asked before
 * anything else reads the answer, whose shape need not be right.
 */
export function findAnswerProblem(answer: unknown): string | undefined {
  if (!isRecord(answer)) return undefined;
  const { html, head, lacksLocale } = answer;
  if (typeof html === "string") {
    // A text of so many characters has at least as many bytes: counting them would take as long as sending them.
    const bytes = html.length > answerLimits.slotHtmlBytes ? html.length : Buffer.byteLength(html);
    if (bytes > answerLimits.slotHtmlBytes)
      return `its answer has ${html.length > answerLimits.slotHtmlBytes ? "at least " : ""}${bytes} bytes of HTML; a slot may have at most ${answerLimits.slotHtmlBytes}.`;
  }
  for (const name of heads) {
    const text = isRecord(head) ? head[name] : undefined;
    if (typeof text === "string" && text.length > answerLimits[name])
      return `its ${name} has ${text.length} characters; a page's may have at most ${answerLimits[name]}.`;
  }
  if (typeof lacksLocale === "string" && lacksLocale.length > answerLimits.localeCode)
    return `it names a language of ${lacksLocale.length} characters; a language's code has at most ${answerLimits.localeCode}.`;
  return undefined;
}

/** The text of an error as it is kept: shortened, and on one line. */
export function toKeptProblem(text: string): string {
  const line = text.slice(0, answerLimits.problem).replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, " ");
  return text.length > answerLimits.problem ? `${line.slice(0, answerLimits.problem - 1)}…` : line;
}
