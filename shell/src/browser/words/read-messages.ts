import { fillMessages, type Messages } from "./fill-messages.ts";

/** The shell's messages in a locale. They are few: a file for each would cost every document more, which lists its hash. */
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
