import type { LocalizedText } from "@site/contracts/locale/localized-text";
import type { ErrorWords } from "./error-markup.ts";

/** The generic message (B203). */
export const genericMessage = {
  en: "Unexpected error. Please contact customer service for further assistance.",
  "pt-br": "Erro inesperado. Entre em contato com o suporte ao cliente para obter ajuda.",
} as const satisfies LocalizedText;

/** The texts of the shell's own error page (B198), on the server and in the browser. */
export const unexpectedError: ErrorWords = {
  title: { en: "Error : 500 Unexpected Error", "pt-br": "Erro : 500 Erro inesperado" },
  message: {
    en: `We are fixing this shortly. ${genericMessage.en}`,
    "pt-br": `Vamos corrigir isso em breve. ${genericMessage["pt-br"]}`,
  },
};
