import { isRecord } from "@site/contracts/shape";
import { readMessages } from "../words/read-messages.ts";

/** Says a text of the notices, such as `ontario.title`. */
export type NoticeWords = (key: string) => string;

/** Reads the notices' words in a locale. They have nothing to fill in, so they need no react-intl. */
export async function readNoticeWords(locale: string): Promise<NoticeWords> {
  const messages = await readMessages(locale);
  return (key) => toText(messages[`shell.region.${key}`]);
}

/** The text of a compiled message: the parts of its syntax tree. */
function toText(message: unknown): string {
  return Array.isArray(message) ? message.map((part: unknown) => (isRecord(part) ? part["value"] : "")).join("") : "";
}
