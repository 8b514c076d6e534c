import type { TeamCopy } from "../../copy/ggteam-copy.ts";

export const ggteam: TeamCopy = {
  title: "Equipe",
  description: "Os embaixadores da marca da nossa sala de pôquer: quem joga em nosso nome e o que isso exige.",
  eyebrow: "Embaixadores da marca",
  display: "A equipe",
  lede: "Há pessoas que explicam melhor um jogo jogando. Estas fazem isso em nosso nome.",
  meaning: {
    heading: "O que é um embaixador",
    paragraphs: [
      "Um embaixador joga em nossas mesas, mostra como as decisões são tomadas e segue as mesmas regras que todos os outros.",
      "Embaixadores nunca prometem resultados. Se uma pessoa que fala em nosso nome disser que o pôquer é um modo de ganhar a vida, conte para nós.",
    ],
  },
  ambassador: {
    description: (name) => `${name} representa a marca da nossa sala de pôquer.`,
    paragraphs: (name) => [
      `${name} joga em nosso nome, nas mesmas mesas e pelas mesmas regras que todos os outros.`,
      "Sente-se quando houver um lugar livre e diga olá. Pergunte sobre uma mão depois dela, não durante: conselhos no meio de uma mão são contra as regras.",
    ],
    expect: {
      heading: "O que você pode esperar",
      points: [
        "Pôquer explicado como ele é jogado, inclusive nas mãos perdidas.",
        "Nenhum conselho enquanto uma mão está em jogo, para ninguém.",
        "Nenhuma promessa de ganhos, nunca.",
      ],
    },
  },
};
