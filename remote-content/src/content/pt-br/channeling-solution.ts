import type { CopyFacts } from "../../copy-facts.ts";
import type { PageCopy } from "../../copy/page-copy.ts";

export const channelingSolution = (facts: CopyFacts): PageCopy => ({
  title: "Solução de canalização",
  description:
    "Por que as pessoas estão melhor em uma sala de pôquer licenciada e o que fazemos para que cheguem a uma.",
  eyebrow: "Solução de canalização",
  display: "De qualquer lugar para uma mesa com regras",
  lede: "Canalizar é levar a demanda que já existe a lugares licenciados, fiscalizados e que respondem pelo que fazem.",
  sections: [
    {
      heading: "Por que isso importa",
      paragraphs: [
        "As pessoas vão jogar pôquer online. A questão é onde. Uma sala sem licença não precisa conferir a idade de quem joga, responder a uma reclamação nem excluir quem pede para ser excluído. Uma sala licenciada precisa fazer as três coisas.",
        "Cada jogador que passa da primeira para a segunda ganha proteção, e quem está à sua volta também.",
      ],
    },
    {
      heading: "O que oferecemos",
      paragraphs: ["Regras sozinhas não atraem jogadores. A sala licenciada precisa ser o melhor lugar para jogar."],
      points: [
        "Um jogo que vale a escolha: os formatos, torneios e ferramentas que os jogadores procuram em outros lugares.",
        "Uma entrada honesta: identidade e idade são verificadas em até 3 dias após o cadastro, ou antes do primeiro saque.",
        "Uma fronteira clara: onde o jogo a dinheiro real não é oferecido, um aviso diz isso. Nos países que bloqueamos, o aplicativo não pode ser baixado.",
        "Uma saída: a autoexclusão, de 6 meses a 5 anos ou permanente. Ela encerra a conta por todo esse tempo.",
      ],
      link: { path: "/responsible-gaming/", label: "Como os jogadores são protegidos" },
    },
    {
      heading: "Para reguladores e parceiros",
      paragraphs: [
        "Compartilhamos o que aprendemos sobre jogo mais seguro com quem o fiscaliza, dentro da política de privacidade e nunca além do que a lei permite. Se você trabalha com a mesma questão, escreva para nós.",
      ],
      link: { path: "/contact/", label: "Fale conosco" },
    },
  ],
  aside: {
    heading: "Quem pode jogar",
    text: `Adultos com ${facts.minimumAge} anos ou mais que estejam ${facts.playerLocation}. Algumas pessoas não podem jogar de forma alguma; os termos dizem quais.`,
    link: { path: "/terms-conditions/", label: "Termos e condições" },
  },
});
