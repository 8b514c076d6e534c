import type { SchoolCopy } from "../../copy/poker-school-copy.ts";

export const pokerSchool: SchoolCopy = {
  title: "Escola de pôquer",
  description:
    "Aprenda a jogar pôquer: como se joga uma mão de Texas Hold’em, que mão ganha de qual e o que as palavras significam.",
  eyebrow: "Escola de pôquer",
  display: "Aprenda o jogo antes de jogar",
  lede: "Uma mão do começo ao fim, dez combinações e as palavras que você vai ouvir. Em meia hora você consegue acompanhar qualquer mesa.",
  play: {
    heading: "Como jogar",
    lede: "Este é o Texas Hold’em sem limite, o jogo da maioria das mesas. Você forma a melhor mão de cinco cartas com as suas duas e as cinco do centro.",
    streets: [
      {
        name: "Os blinds",
        text: "Os dois jogadores à esquerda do botão fazem apostas obrigatórias, o small blind e o big blind. Agora há algo por que jogar.",
      },
      {
        name: "Antes do flop",
        text: "Cada jogador recebe duas cartas viradas para baixo. Na sua vez, cada um desiste, paga o big blind ou aumenta.",
      },
      {
        name: "O flop",
        text: "Três cartas são abertas no centro. Todos os que ainda estão na mão podem usá-las. Segue uma rodada de apostas: passar, apostar, pagar, aumentar ou desistir.",
      },
      {
        name: "O turn",
        text: "Uma quarta carta e mais uma rodada de apostas. Continuar na mão costuma ficar caro aqui.",
      },
      { name: "O river", text: "A quinta e última carta, e a última rodada de apostas." },
      {
        name: "O showdown",
        text: "Se restar mais de um jogador, as cartas são mostradas. As cinco melhores levam o pote; mãos iguais o dividem.",
      },
    ],
  },
  variants: {
    heading: "Modalidades de jogo",
    lede: "A maioria das mesas oferece um destes três jogos. As combinações são as mesmas em todos eles.",
    items: [
      { name: "Texas Hold’em", text: "Duas cartas suas e cinco na mesa. As cinco melhores das sete são a sua mão." },
      { name: "Omaha", text: "Quatro cartas suas, das quais contam exatamente duas, com exatamente três da mesa." },
      {
        name: "Jogos curtos",
        text: "All-In or Fold, Spin & Gold e Flip & Go mantêm as regras do Hold’em e mudam o ritmo.",
      },
    ],
  },
  rankings: {
    heading: "Combinações",
    lede: "A melhor primeiro. Os naipes não têm ordem entre si.",
    hands: [
      { name: "Royal flush", cards: "As Ks Qs Js 10s", text: "Do ás ao dez em um só naipe. Nada ganha dele." },
      { name: "Straight flush", cards: "9h 8h 7h 6h 5h", text: "Cinco cartas seguidas, todas do mesmo naipe." },
      { name: "Quadra", cards: "Qs Qh Qd Qc 7d", text: "As quatro cartas de um valor." },
      { name: "Full house", cards: "Js Jd Jc 4h 4s", text: "Três de um valor e duas de outro." },
      { name: "Flush", cards: "Kd 10d 8d 5d 2d", text: "Cinco do mesmo naipe, em qualquer ordem." },
      {
        name: "Sequência",
        cards: "10c 9d 8s 7h 6c",
        text: "Cinco seguidas, de quaisquer naipes. O ás vale como a mais alta ou a mais baixa.",
      },
      { name: "Trinca", cards: "8s 8d 8c Kh 3s", text: "Três cartas de um valor." },
      { name: "Dois pares", cards: "Ah Ac 6d 6s 9c", text: "Duas de um valor e duas de outro." },
      { name: "Um par", cards: "10h 10s Kc 7d 4s", text: "Duas cartas de um valor." },
      { name: "Carta alta", cards: "Ad Jc 8h 5s 2c", text: "Nenhuma das anteriores: decide a carta mais alta." },
    ],
  },
  decide: {
    heading: "Quatro perguntas antes de cada decisão",
    points: [
      "Onde estou sentado? Agir por último é saber mais.",
      "O que os outros podem ter? Pense em um conjunto de mãos, não em uma só.",
      "Quanto custa, e quanto pode render?",
      "Se eu perder, vou achar que fiz bem? Se não, desista da mão.",
    ],
  },
  glossary: {
    heading: "Palavras da mesa",
    terms: [
      ["All in", "Apostar todas as fichas que você tem. Você continua na mão pela parte do pote que consegue cobrir."],
      ["Ante", "Uma pequena aposta obrigatória de todos antes de as cartas serem dadas."],
      ["Bad beat", "Uma mão forte que perde para outra mais forte."],
      ["Blefe", "Uma aposta feita para que uma mão melhor desista."],
      ["Blind", "Uma aposta obrigatória antes das cartas, feita em rodízio."],
      ["Botão", "A marca do lugar de quem dá as cartas. A partir do flop, quem está com ele age por último."],
      ["Bounty", "Uma recompensa por eliminar um jogador de um torneio."],
      ["Check", "Passar a vez sem apostar."],
      ["Outs", "As cartas que tornariam a sua mão a melhor."],
      ["Pote", "Tudo o que foi apostado nesta mão."],
      ["Satélite", "Um torneio cujo prêmio é uma vaga em outro maior."],
      ["Straddle", "Uma aposta voluntária antes das cartas, maior que o big blind."],
    ],
  },
  next: {
    heading: "Quando você já souber o bastante para ficar curioso",
    text: "Comece na menor mesa, defina antes um limite e trate o custo como o preço de uma noite fora de casa.",
    link: "Jogo responsável",
  },
};
