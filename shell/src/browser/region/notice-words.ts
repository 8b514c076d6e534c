import { isRecord } from "@site/contracts/shape";

/** Says a text of the notices, such as `ontario.title`. */
export type NoticeWords = (key: string) => string;

/** Reads the notices' words in a locale. They have nothing to fill in, so whoever reads them needs no react-intl. */
export async function readNoticeWords(locale: string): Promise<NoticeWords> {
  const { default: messages }: { default: Record<string, unknown> } = await import(/* webpackMode: "eager" */ `../../../messages/${locale}.json`);
  return (key) => toText(messages[`shell.region.${key}`]);
}

/** The text of a compiled message: the parts of its syntax tree. */
function toText(message: unknown): string {
  return Array.isArray(message) ? message.map((part: unknown) => (isRecord(part) ? part["value"] : "")).join("") : "";
}
