import {
  bucketCookie,
  closeRegionCookie,
  consentCookie,
  localeCookie,
  reloadedKey,
} from "@site/contracts/site/cookie-names";
import type { CookieWords } from "../../copy/cookies-copy.ts";

export const cookieWords: CookieWords = {
  columns: ["Nome", "Para que serve", "Por quanto tempo é guardado"],
  kinds: { Necessary: "Necessário", Preference: "Preferência", Consent: "Consentimento" },
  cookies: {
    [closeRegionCookie]: {
      purpose:
        "Lembra, com o valor 1, que você fechou um aviso sobre a sua região, para que ele não apareça de novo. A mesma nota é guardada no armazenamento do navegador.",
      lifetime: "O cookie, 400 dias; a nota no armazenamento, até você limpar os dados do navegador",
    },
    [localeCookie]: {
      purpose: "Lembra o idioma que você escolheu, ou o que foi encontrado na sua primeira visita.",
      lifetime: "365 dias",
    },
    [bucketCookie]: {
      purpose:
        "Enquanto uma mudança do site é testada com uma parte dos visitantes: um número de 0 a 99 sorteado ao acaso. Decide se você recebe essa mudança em todas as páginas ou em nenhuma, e cerca de um centésimo de todos os visitantes tem o mesmo número. É estritamente necessário: sem ele, uma visita misturaria páginas de antes e de depois da mudança.",
      lifetime: "90 dias",
    },
    [reloadedKey]: {
      purpose:
        "Lembra, por dez segundos, que uma página não pôde ser mostrada, para que ela não seja carregada sem parar. É guardado no armazenamento do navegador, não em um cookie.",
      lifetime: "Até você fechar a aba",
    },
    [consentCookie]: {
      purpose:
        "Usado pela ferramenta de consentimento onde a lei do seu país exige uma. Lembra que tipos de cookies você aceitou.",
      lifetime: "Como informado na ferramenta de consentimento",
    },
  },
};
