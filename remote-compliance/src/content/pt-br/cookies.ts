import { canaryCookie, closeRegionCookie, consentCookie, localeCookie, overrideCookie, reloadedKey } from "@site/contracts/cookie-names";
import type { CookieWords } from "../../cookie-table.ts";

export const cookieWords: CookieWords = {
  columns: ["Nome", "Para que serve", "Por quanto tempo é guardado"],
  kinds: { Necessary: "Necessário", Preference: "Preferência", Consent: "Consentimento" },
  cookies: {
    [closeRegionCookie]: {
      purpose: "Lembra, com o valor 1, que você fechou um aviso sobre a sua região, para que ele não apareça de novo. A mesma nota é guardada no armazenamento do navegador.",
      lifetime: "Até você limpar os dados do navegador",
    },
    [localeCookie]: { purpose: "Lembra o idioma que você escolheu, ou o que foi encontrado na sua primeira visita.", lifetime: "365 dias" },
    [canaryCookie]: {
      purpose: "Contém um número de 0 a 99, sorteado ao acaso. Ele decide se você está entre os primeiros a ver uma nova versão de uma página e mantém isso igual de página em página.",
      lifetime: "Até você limpar os dados do navegador",
    },
    [reloadedKey]: {
      purpose: "Lembra, por dez segundos, que uma página não pôde ser mostrada, para que ela não seja carregada sem parar. É guardado no armazenamento do navegador, não em um cookie.",
      lifetime: "Até você fechar a aba",
    },
    [overrideCookie]: {
      purpose: "Usado apenas para membros da nossa própria equipe que testam uma versão antes do lançamento. Visitantes nunca o recebem.",
      lifetime: "Pouco tempo; expira por si só",
    },
    [consentCookie]: {
      purpose: "Usado pela ferramenta de consentimento onde a lei do seu país exige uma. Lembra que tipos de cookies você aceitou.",
      lifetime: "Como informado na ferramenta de consentimento",
    },
  },
};
