import { fillMessages, type Messages } from "./fill-messages.ts";

/** The shell's messages in a locale. All locales are in one file: with a file each, every document would have to list its hash. */
export async function readMessages(locale: string): Promise<Messages> {
  const [own, source] = await Promise.all([read(locale).catch(() => undefined), read("en")]);
  return fillMessages(own, source, locale);
}

async function read(locale: string): Promise<Messages> {
  const { default: messages }: { default: Messages } = await import(
    /* webpackMode: "eager" */ `../../../messages/${locale}.json`
  );
  return messages;
}
