import type { GuideSection } from "../../copy/poker-school-copy.ts";

export const guide: readonly GuideSection[] = [
  {
    id: "special-features",
    name: "Recursos especiais",
    text: "O aplicativo tem ferramentas que ajudam a pensar e maneiras de falar com quem está na mesa. Todos os jogadores têm as mesmas, e você pode jogar sem nenhuma delas.",
    entries: [
      {
        id: "smart-hud",
        name: "Smart HUD",
        text: "Um pequeno painel ao lado de cada adversário que conta o que você mesmo já viu dele. Ele nada sabe de mãos que você não jogou.",
      },
      {
        id: "smart-betting",
        name: "Smart Betting",
        text: "Botões com tamanhos de aposta adequados ao pote que está na mesa. Você ainda pode digitar ou deslizar até qualquer valor que as regras permitam.",
      },
      {
        id: "hand-analysis",
        name: "Análise de mãos",
        text: "A ferramenta de análise guarda as mãos que você jogou, para que possa revê-las rodada por rodada. Só você vê o seu histórico.",
      },
      {
        id: "social-features",
        name: "Recursos sociais",
        text: "Emojis, uma câmera de reações em vídeo, mensagens de voz e apostas paralelas entre amigos na mesa. Cada um espera que você aperte o botão, e o uso ofensivo pode custar o seu chat.",
      },
    ],
    groups: [],
  },
  {
    id: "cash-games",
    name: "Cash games",
    text: "Em um cash game, as fichas à sua frente são dinheiro, e você pode sair depois de qualquer mão. Não há um último nível que encerre a noite; por isso decida quando parar antes de começar.",
    entries: [],
    groups: [
      {
        id: "originals",
        name: "Originais",
        text: "Formatos nossos: pôquer com uma regra mudada. Rush & Cash e All-In or Fold são cash games; Spin & Gold e Flip & Go são torneios, dos quais não se sai com as fichas. Todos são rápidos; por isso defina antes o seu limite.",
        entries: [
          {
            id: "rush-and-cash",
            name: "Rush & Cash",
            text: "Assim que desiste da mão, você está em outra mesa com outras cartas. Você joga mais mãos por hora que em uma mesa comum, com o que isso custa ou rende.",
          },
          {
            id: "all-in-or-fold",
            name: "All-In or Fold",
            text: "Cada mão faz uma só pergunta: todas as fichas ou nenhuma. Os stacks são curtos de propósito, e o acaso pesa mais que em outros jogos.",
          },
          {
            id: "spin-and-gold",
            name: "Spin & Gold",
            text: "Três jogadores e um multiplicador sorteado antes da primeira mão, que define o prêmio. O multiplicador é acaso: o prêmio de um jogo nada diz sobre o do seguinte.",
          },
          {
            id: "flip-and-go",
            name: "Flip & Go",
            text: "Uma primeira mão sem apostas decide quem segue. Dali em diante é um torneio comum.",
          },
        ],
      },
      {
        id: "table-options",
        name: "Opções de mesa",
        text: "O que uma mesa de cash game pode ter além das cartas. O lobby mostra quais mesas têm o quê.",
        entries: [
          {
            id: "splash",
            name: "Splash",
            text: "Um splash é dinheiro acrescentado a um pote antes de as cartas serem dadas. Ele vai para quem ganha a mão, como o resto do pote.",
          },
          {
            id: "ev-cashout",
            name: "EV cashout",
            text: "Quando você está all in e ainda faltam cartas, pode receber a oferta do valor médio da sua mão no lugar do resultado dela. O aplicativo mostra o valor, e quanto a oferta custa, antes que você aceite ou recuse.",
          },
          {
            id: "straddle",
            name: "Straddle",
            text: "Uma aposta voluntária antes das cartas, maior que o big blind. Ela aumenta o pote para todos na mesa.",
          },
          {
            id: "cash-drop-tracker",
            name: "Cash Drop Tracker",
            text: "Uma lista dos cash drops nas mesas: quando e onde cada um caiu. Ela fala do passado e não prevê nada.",
          },
        ],
      },
      {
        id: "after-the-hand",
        name: "Apostas à parte",
        text: "Pequenas apostas que não fazem parte da própria mão. Cada uma também conta no que você decidiu gastar.",
        entries: [
          {
            id: "bet-on-flop",
            name: "Bet on Flop",
            text: "Uma aposta paralela sobre quais serão as três cartas do flop. O aplicativo mostra quanto paga cada resultado antes que você confirme.",
          },
          {
            id: "next-hand-roulette",
            name: "Next Hand Roulette",
            text: "Um sorteio que pode mudar os valores da próxima mão para quem participa. Você só participa se concordar.",
          },
        ],
      },
    ],
  },
  {
    id: "tournaments",
    name: "Torneios",
    text: "Você paga a inscrição uma vez, recebe o mesmo número de fichas que os outros e joga até ter todas ou nenhuma. O lobby mostra a estrutura, os prêmios e o registro tardio de cada torneio.",
    entries: [],
    groups: [
      {
        id: "series",
        name: "Séries",
        text: "Vários torneios em um calendário, sob um nome. Você pode jogar um único evento ou todos.",
        entries: [
          {
            id: "festival-series",
            name: "Séries de festival",
            text: "Semanas de eventos com um evento principal para planejar. O aplicativo mostra o calendário, e cada evento tem inscrição e lobby próprios.",
          },
        ],
      },
      {
        id: "featured-tournaments",
        name: "Torneios em destaque",
        text: "Torneios com caráter próprio. O nome diz o que cada um tem de particular, e o lobby diz o resto.",
        entries: [
          {
            id: "mystery-bounty",
            name: "Mystery Bounty",
            text: "A partir de uma fase avançada, cada eliminação abre um bounty de valor desconhecido. O acaso decide o que há dentro.",
          },
          {
            id: "bounty-hunters",
            name: "Bounty Hunters",
            text: "Cada jogador carrega um bounty, e quem o elimina o ganha. Como um bounty é dividido, e se ele cresce, está nas regras do torneio.",
          },
          {
            id: "high-rollers",
            name: "High Rollers",
            text: "Inscrições mais altas, stacks maiores e adversários fortes. Escolha um apenas se a inscrição for um valor que você pode perder sem arrependimento.",
          },
          {
            id: "omaholic",
            name: "Omaholic",
            text: "Uma série de Omaha: quatro cartas na mão, das quais contam exatamente duas. O resto é como em qualquer torneio.",
          },
          {
            id: "flash-satellites",
            name: "Flash Satellites",
            text: "Torneios curtos cujo prêmio é uma vaga em outro maior. O que acontece com uma vaga que você não pode usar está nas regras desse torneio.",
          },
        ],
      },
      {
        id: "at-the-table",
        name: "Na mesa",
        text: "O que você pode usar ou encontrar durante um torneio. Nada disso muda as cartas.",
        entries: [
          {
            id: "final-table-betting",
            name: "Apostas na mesa final",
            text: "Antes de uma mesa final, você pode apostar em qual dos jogadores vai vencê-la. É uma aposta à parte, com cotações que o aplicativo mostra antes que você confirme.",
          },
          {
            id: "time-bank-card",
            name: "Time Bank Card",
            text: "Um cartão que acrescenta tempo a uma decisão. Use-o quando a decisão merecer; os outros estão esperando.",
          },
        ],
      },
    ],
  },
  {
    id: "promotions",
    name: "Promoções",
    text: "O que damos além dos jogos, e em que condições. As regras de cada promoção aparecem com ela no aplicativo antes que você participe, e nenhuma promoção é motivo para jogar mais do que pretendia.",
    entries: [],
    groups: [
      {
        id: "welcome-promotions",
        name: "Promoções de boas-vindas",
        text: "Para quem abre a primeira conta conosco. No momento há uma, o Bônus de boas-vindas; as condições dele fazem parte dos Termos e condições.",
        links: [
          { path: "/#welcome-bonus", label: "Bônus de boas-vindas" },
          { path: "/terms-conditions/#welcome-bonus", label: "Condições do Bônus de boas-vindas" },
        ],
        entries: [],
      },
      {
        id: "daily-promos",
        name: "Promoções diárias",
        text: "Pequenas promoções que voltam sempre. Perder um dia não custa nada.",
        entries: [
          {
            id: "daily-freebie",
            name: "Daily Freebie",
            text: "Uma pequena recompensa, uma vez por dia. O aplicativo mostra o que é e como recebê-la.",
          },
          {
            id: "mystery-envelope",
            name: "Mystery Envelope",
            text: "Uma recompensa lacrada que você abre no aplicativo. As regras dizem o que pode haver dentro.",
          },
          {
            id: "monthly-giveaway",
            name: "Sorteio mensal",
            text: "Um sorteio novo a cada mês. As regras e os prêmios são publicados antes do início.",
          },
        ],
      },
      {
        id: "leaderboard",
        name: "Classificação",
        text: "Uma classificação ordena os jogadores por pontos dos seus jogos. Jogar por pontos continua sendo jogar com dinheiro.",
        entries: [
          {
            id: "daily-leaderboards",
            name: "Classificações diárias por modalidade",
            text: "Cada modalidade tem a sua tabela, e todas recomeçam a cada dia. Você é comparado com quem joga o mesmo que você.",
          },
        ],
      },
      {
        id: "jackpots",
        name: "Jackpots",
        text: "O fundo de um jackpot é dinheiro separado das apostas até ser ganho. O acaso decide quando, e jogar mais não o torna mais próximo.",
        entries: [
          {
            id: "bad-beat-jackpot",
            name: "Bad Beat Jackpot",
            text: "Pago quando uma mão muito forte perde para outra mais forte em uma mesa participante. O aplicativo diz quão forte a mão perdedora precisa ser.",
          },
          {
            id: "all-in-or-fold-jackpot",
            name: "All-In or Fold Jackpot",
            text: "O jackpot das mesas de All-In or Fold, apenas para mãos raras. O aplicativo lista as mãos e quanto cada uma paga.",
          },
        ],
      },
      {
        id: "loyalty",
        name: "Fidelidade",
        text: "Recompensas por jogar ao longo do tempo. Elas nunca decidem quanto você pode gastar.",
        entries: [
          {
            id: "fish-buffet",
            name: "Fish Buffet",
            text: "Nosso programa de fidelidade: jogar rende pontos que levam você aos próximos níveis. O aplicativo mostra o seu nível e o que ele dá.",
          },
        ],
      },
    ],
  },
  {
    id: "funds",
    name: "Depósitos e saldo",
    text: "Depósitos e saques são feitos no aplicativo, nunca neste site. Use apenas o que está em seu próprio nome; o dinheiro volta para o lugar de onde veio.",
    links: [
      { path: "/payment-details-policy/", label: "Política de dados de pagamento" },
      { path: "/withdrawal-policy/", label: "Política de saques" },
    ],
    entries: [],
    groups: [],
  },
];
