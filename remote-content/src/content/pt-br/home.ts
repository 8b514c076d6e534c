import type { HomeCopy } from "../../copy/home-copy.ts";

export const home: HomeCopy = {
  description: ({ siteName, minimumAge }) =>
    `${siteName}: cash games, torneios e formatos próprios, em mesas feitas para pensar. Para adultos com ${minimumAge} anos ou mais.`,
  hero: {
    eyebrow: ({ market }) => `Pôquer online ${market}`,
    display: "Ocupe seu lugar. Jogue o seu jogo.",
    lede: "Cash games, torneios e formatos próprios, em mesas feitas para pensar.",
    note: ({ minimumAge }) =>
      `Para adultos com ${minimumAge} anos ou mais. Você define os limites, e nós ajudamos você a mantê-los.`,
    noteLink: "Sobre os limites",
  },
  bonus: {
    title: "Bônus de boas-vindas",
    lede: "Um começo que combina com o seu jeito de jogar. Leia as condições antes de aceitá-lo.",
    terms: "Leia as condições",
    notOffered: "O Bônus de boas-vindas não é oferecido no lugar onde você está.",
  },
  promotions: {
    title: "Promoções",
    items: [
      { name: "Sorteio mensal", text: "Um sorteio novo a cada mês. As regras são publicadas antes do início." },
      { name: "Daily Freebie", text: "Uma pequena recompensa, uma vez por dia. Pegue ou deixe para lá." },
      { name: "Mystery Envelope", text: "Uma recompensa lacrada que você abre no aplicativo." },
      {
        id: "leaderboard",
        name: "Classificações diárias por modalidade",
        text: "Cada jogo tem a sua tabela: você é comparado com quem joga o mesmo que você.",
      },
      {
        id: "loyalty",
        name: "Fish Buffet",
        text: "Nosso programa de fidelidade: jogar rende pontos que levam você aos próximos níveis.",
      },
      { name: "Cashback de 100%", text: "Pode ser resgatado a partir das 00:00 UTC da segunda-feira seguinte." },
    ],
  },
  tournaments: {
    title: "Torneios e séries em destaque",
    lede: "Uma programação com espaço para uma noite e para um festival inteiro.",
    items: [
      { name: "Bounty Hunters", text: "Elimine um jogador e leve o bounty que ele carrega." },
      {
        name: "Mystery Bounty",
        text: "A partir de uma fase avançada, cada eliminação abre um bounty de valor desconhecido.",
      },
      { name: "High Rollers", text: "Stacks altos, adversários fortes e tempo para aproveitar os dois." },
      { name: "Omaholic", text: "Uma série para quem prefere ter quatro cartas na mão em vez de duas." },
      { name: "Flash Satellites", text: "Um caminho curto: ganhe em poucas mãos a vaga para um evento maior." },
      { name: "Séries de festival", text: "Semanas de eventos sob um só nome, com um evento principal para planejar." },
    ],
  },
  originals: {
    title: "Formatos originais",
    lede: "Pôquer com uma regra mudada. Cada um se aprende em um minuto.",
    items: [
      { name: "Rush & Cash", text: "Desista da mão, e você já está em outra mesa com outras cartas." },
      { name: "Spin & Gold", text: "Três lugares e um multiplicador que define o prêmio antes da primeira mão." },
      { name: "All-In or Fold", text: "Uma decisão em cada mão, com o All-In or Fold Jackpot por trás." },
      { name: "Flip & Go", text: "Um flip decide quem joga. Dali em diante é um torneio." },
    ],
    table: "Na mesa",
    tableText: "Pequenas coisas que mudam uma mão comum. Use-as ou desligue-as.",
    extras: [
      "Smart HUD",
      "Smart Betting",
      "Time Bank Card",
      "Bet on Flop",
      "Next Hand Roulette",
      "Straddle",
      "Cash Drop Tracker",
      "Bad Beat Jackpot",
      "All-In or Fold Jackpot",
    ],
  },
  features: {
    title: "Recursos especiais",
    lede: "Pôquer é um jogo entre pessoas. Diga alguma coisa, ou não diga nada.",
    items: [
      { icon: "emoji", name: "Emojis", text: "Uma sobrancelha levantada, lançada através da mesa." },
      {
        icon: "camera",
        name: "Câmera de reações em vídeo",
        text: "Alguns segundos do seu rosto quando cai o river. Só quando você aperta o botão.",
      },
      { icon: "voice", name: "Mensagens de voz", text: "Diga “bem jogado” com a sua própria voz." },
      { icon: "bet", name: "Apostas paralelas", text: "Uma aposta entre amigos enquanto a mão continua." },
    ],
  },
  analysis: {
    title: "Veja a mão de novo",
    paragraphs: [
      "A ferramenta de análise guarda o que você jogou. Percorra a mão rodada por rodada, veja o que sabia em cada decisão e descubra hábitos que não conhecia.",
      "Suas mãos são suas. Nenhum outro jogador da mesa vê o seu histórico.",
    ],
  },
  team: {
    title: "As pessoas que jogam por nós",
    lede: "Nossos embaixadores contam como pensam, na mesa e sobre ela.",
  },
  streamer: {
    title: "Modo streamer",
    text: "Transmita pôquer com regularidade e você pode jogar com uma tag que mostra isso. O programa tem quatro requisitos, todos por escrito.",
    action: "Como se tornar um streamer",
  },
  safety: {
    title: "Um jogo, e nada mais que um jogo",
    text: "O pôquer é um bom passatempo e não é um modo de ganhar a vida. Antes de se sentar, decida quanto tempo e dinheiro ele pode tomar. Quando deixar de ser divertido, pare.",
    items: [
      {
        name: "Seus próprios limites",
        text: "Decida quanto está disposto a gastar antes de jogar, não depois.",
        path: "/responsible-gaming/",
        link: "Jogo responsável",
      },
      {
        name: "Uma pausa mais longa",
        text: "A autoexclusão dura de 6 meses a 5 anos, ou para sempre. A conta fica encerrada por todo esse tempo.",
        path: "/responsible-gaming/#self-exclusion",
        link: "Fazer uma pausa",
      },
      {
        name: "Jogo limpo",
        text: "Uma conta por pessoa, as mesmas regras para todos e uma equipe de segurança cujas decisões são finais.",
        path: "/house-rules/",
        link: "Regras da casa",
      },
    ],
  },
  anyway: {
    title: "Pôquer do seu jeito, a qualquer hora",
    lede: "Não existe um único jeito certo de jogar pôquer. Existe um jogo que cabe na sua noite, e é assim que se encontra.",
    parts: [
      {
        heading: "Quando você tem dez minutos",
        paragraphs: [
          "Alguns jogos terminam antes que o café esfrie. All-In or Fold faz uma pergunta em cada mão, Spin & Gold reúne três jogadores, e Flip & Go decide com um único flip quem começa. Em Rush & Cash você muda de mesa assim que desiste da mão, e quase não há espera.",
          "Jogos curtos são rápidos com o dinheiro e com o tempo. Defina antes o seu limite e deixe que ele encerre a sessão por você.",
        ],
      },
      {
        heading: "Quando você tem a noite inteira",
        paragraphs: [
          "Em Bounty Hunters cada eliminação paga; em um Mystery Bounty os bounties ficam fechados até que restem poucos jogadores. High Rollers dão stacks altos a jogadores fortes, Omaholic é para quatro cartas em vez de duas, e Flash Satellites são o caminho modesto para um evento maior.",
          "Nas séries de festival, muitos deles ficam em um só calendário. Você pode jogar um evento e ir dormir, o que também é um resultado.",
        ],
      },
      {
        heading: "Em uma mesa que ajuda a pensar",
        paragraphs: [
          "Smart HUD mostra o que você viu de um adversário, e só isso. Smart Betting oferece tamanhos de aposta adequados. Um Time Bank Card acrescenta tempo quando uma decisão merece. Straddle, Bet on Flop e Next Hand Roulette mudam o ritmo quando a mesa concorda, e o Cash Drop Tracker mostra onde caiu o último drop.",
          "Algumas mesas têm um jackpot: o Bad Beat Jackpot para a mão forte que perde para outra mais forte, e o All-In or Fold Jackpot para o seu próprio formato. O acaso decide os dois.",
        ],
      },
      {
        heading: "E quando você preferir não jogar",
        paragraphs: [
          "Reveja uma mão na ferramenta de análise, acompanhe uma transmissão ou aprenda as combinações na escola de pôquer. O Daily Freebie e as classificações diárias estão lá nos dias em que você vem; nada se perde nos dias em que você não vem.",
          "“Do seu jeito, a qualquer hora” é isto: a escolha é sua, e a de parar também.",
        ],
      },
    ],
  },
};
