import en from "../../../messages/en.json?texts=shell.offline.";
import ptBr from "../../../messages/pt-br.json?texts=shell.offline.";

/** The texts of the offline page by language. They are part of the core, because nothing can be fetched when they are needed. */
const byLocale: Readonly<Record<string, typeof en>> = { en, "pt-br": ptBr };

/** The texts of the page without connection: `title`, `text`, `again`, `back`, `still`; English where a language has none. */
export function toOfflineWords(locale: string): (key: string) => string {
  const words = { ...en, ...byLocale[locale] };
  return (key) => words[key] ?? "";
}
