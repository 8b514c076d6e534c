import { isRecord } from "@site/contracts/wire/wire-schema";
import { readMessages } from "./read-messages.ts";

/** Answers a function from message ids to texts. It does without react-intl, so only texts without placeholders can be read. */
export async function readWords(locale: string): Promise<(id: string) => string> {
  const messages = await readMessages(locale);
  return (id) => toText(messages[id]);
}

/** The text of a compiled message: the parts of its syntax tree. */
function toText(message: unknown): string {
  return Array.isArray(message) ? message.map((part: unknown) => (isRecord(part) ? part["value"] : "")).join("") : "";
}
