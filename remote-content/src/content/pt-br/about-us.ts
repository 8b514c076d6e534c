import type { CopyFacts } from "../../copy-facts.ts";
import type { PageCopy } from "../../copy/page-copy.ts";

export const aboutUs = (facts: CopyFacts): PageCopy => ({
  title: "Sobre nós",
  description: "Quem somos, o que acreditamos que seja uma boa sala de pôquer e como cuidamos de quem joga nela.",
  eyebrow: "Sobre nós",
  display: "Uma sala em que nós mesmos jogaríamos",
  lede: `Mantemos uma sala de pôquer online para adultos ${facts.market}. Quem nos concede a licença é ${facts.regulator}.`,
  sections: [
    {
      heading: "O que fazemos",
      paragraphs: [
        "Oferecemos pôquer: cash games, torneios e alguns formatos que inventamos porque queríamos jogá-los. Escrevemos o software, damos as cartas e zelamos pelas regras.",
        "Neste site você lê sobre tudo isso, baixa o aplicativo e encontra todas as políticas. Sua conta e seus jogos ficam no aplicativo.",
      ],
    },
    {
      heading: "No que acreditamos",
      paragraphs: [
        "Uma sala de pôquer tem uma tarefa: fazer com que a melhor decisão valha a pena. Disso seguem três coisas.",
      ],
      points: [
        "As cartas são aleatórias. Um laboratório de testes examina o gerador que embaralha nossas cartas, e nós explicamos como ele funciona.",
        "A mesa é honesta. Uma conta por pessoa, nenhuma ajuda de fora e uma equipe de segurança que confere.",
        "Quem joga vem primeiro. Uma pessoa que não deveria jogar hoje importa mais para nós do que uma mesa cheia.",
      ],
      link: { path: "/house-rules/", label: "Leia as regras da casa" },
    },
    {
      heading: "Pelo que respondemos",
      paragraphs: [
        "Você pode cobrar de nós o que publicamos. Reclamações recebem uma primeira resposta em até 24 horas em dias úteis e em até 72 horas nos fins de semana. Pedidos sobre seus dados são confirmados em até 72 horas e respondidos em até 30 dias.",
        "Se cometermos um erro, avise-nos. Nós o corrigimos e dizemos o que mudou.",
      ],
      link: { path: "/contact/", label: "Escreva para nós" },
    },
  ],
  aside: {
    heading: "Jogue dentro do que pode gastar",
    text: "Limites, pausas mais longas e pessoas com quem conversar: tudo o que oferecemos para que o pôquer continue sendo um jogo está em uma só página.",
    link: { path: "/responsible-gaming/", label: "Jogo responsável" },
  },
});
