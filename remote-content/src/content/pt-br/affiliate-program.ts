import type { CopyFacts } from "../../copy-facts.ts";
import type { PageCopy } from "../../copy/page-copy.ts";

export const affiliateProgram = (facts: CopyFacts): PageCopy => ({
  title: "Programa de afiliados",
  description:
    "Como parceiros apresentam jogadores adultos à nossa sala de pôquer, o que esperamos deles e como se candidatar.",
  eyebrow: "Programa de afiliados",
  display: "Fale de pôquer com honestidade",
  lede: "Se você escreve, filma ou ensina pôquer para um público adulto, pode nos apresentar jogadores e receber por isso.",
  sections: [
    {
      heading: "Como funciona",
      paragraphs: [
        "O programa é simples de propósito. O que você ganha e quando fica escrito no seu contrato antes que você publique o primeiro link.",
      ],
      points: [
        "Você se candidata e nos conta onde e como fala de pôquer.",
        "Nós olhamos suas páginas e, se combinarmos um com o outro, acertamos as condições por escrito.",
        "Você recebe links próprios e relatórios sobre o que resultou deles.",
        "Você recebe o combinado, por jogadores adultos e verificados.",
      ],
    },
    {
      heading: "O que pedimos aos parceiros",
      paragraphs: ["As pessoas confiam no que você diz. Pedimos que faça por merecer."],
      points: [
        `Fale apenas com adultos: aqui a idade mínima é de ${facts.minimumAge} anos.`,
        "Chame o pôquer de jogo. Nunca prometa ganhos e nunca o apresente como saída para problemas.",
        "Diga claramente que seus links são pagos.",
        "Apresente nossas ofertas com as condições reais e retire-as quando terminarem.",
        "Mantenha um link para a página de jogo responsável onde quer que anuncie.",
      ],
      link: { path: "/responsible-gaming/", label: "Jogo responsável" },
    },
    {
      heading: "Quando termina",
      paragraphs: [
        "Qualquer um dos lados pode sair como o contrato prevê. O parceiro que anuncia para menores, envia mensagens não solicitadas ou engana jogadores sai imediatamente.",
      ],
    },
  ],
  aside: {
    heading: "Candidate-se",
    text: "Escreva para nós com o endereço da sua página ou do seu canal e algumas palavras sobre o seu público.",
    link: { path: "/contact/", label: "Fale conosco" },
  },
});
