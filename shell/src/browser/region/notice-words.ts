import { readWords } from "../words/read-words.ts";

/** Says a text of the notices, such as `ontario.title`. */
export type NoticeWords = (key: string) => string;

/** Reads the notices' words in a locale. */
export async function readNoticeWords(locale: string): Promise<NoticeWords> {
  const read = await readWords(locale);
  return (key) => read(`shell.region.${key}`);
}
