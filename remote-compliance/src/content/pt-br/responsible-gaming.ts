import type { ResponsibleCopy } from "../../copy/responsible-gaming-copy.ts";

export const responsible: ResponsibleCopy = {
  opening: {
    title: "Continue sendo quem decide",
    text: "O pôquer é um jogo de habilidade, acaso e paciência, jogado por entretenimento. Não é um modo de ganhar a vida nem de recuperar o que se foi. Esta página ajuda você a perceber quando jogar começa a fazer mal e mostra o que pode fazer hoje.",
  },
  signs: {
    title: "Sinais de que o jogo está virando dano",
    text: "O dano cresce devagar e é fácil de não ver. Se um destes sinais vale para você, leve-o a sério; se valem dois ou mais, pare de jogar por agora e converse com alguém.",
    items: [
      "Você joga por mais tempo, ou por mais dinheiro, do que pretendia.",
      "Você continua para recuperar o que perdeu.",
      "Você joga com dinheiro destinado ao aluguel, à comida, à escola ou à família.",
      "Você pega empréstimos, vende coisas ou usa economias para continuar jogando.",
      "Você esconde de pessoas próximas quanto ou com que frequência joga.",
      "Você fica inquieto, irritado ou abatido quando não pode jogar.",
      "Você joga para fugir de preocupações, da solidão ou do estresse.",
      "O trabalho, os estudos, o sono ou as amizades sofrem.",
    ],
  },
  limits: {
    title: "Defina seus limites",
    text: "Faça isso antes que as cartas sejam dadas: um limite funciona quando é escolhido com calma e mantido no calor do jogo. Anote os seus.",
    items: [
      {
        title: "Dinheiro",
        text: "Decida quanto uma noite pode custar, como faria com um jantar ou um show. Leve só isso à mesa. Quando acabar, a noite acabou.",
      },
      {
        title: "Tempo",
        text: "Escolha um fim antes de começar e ponha um alarme no celular. Levante-se entre as sessões, coma e durma antes de decidir continuar.",
      },
      {
        title: "Humor",
        text: "Não jogue com raiva, cansado, triste ou depois de beber. Um bad beat é um bom momento para sair.",
      },
      {
        title: "Equilíbrio",
        text: "Tenha dias sem pôquer toda semana e mantenha as coisas de que gosta com pessoas que não jogam.",
      },
    ],
    note: "O suporte ao cliente pode dizer que limites podem ser definidos na sua conta e os define quando você pede.",
  },
  exclusion: {
    title: "Autoexclusão",
    text: "A autoexclusão é um compromisso firme que ajudamos você a manter: encerramos a sua conta pelo tempo que escolher, e ela fica encerrada.",
    terms: [
      {
        title: "Por um período",
        text: "De 6 meses a 5 anos. A sua conta fica encerrada por todo o período e aparece como autoexcluída.",
      },
      {
        title: "Permanentemente",
        text: "Não há data final. A sua conta aparece como permanentemente excluída, e você não pode abrir outra.",
      },
    ],
    steps: [
      "Escreva ao suporte ao cliente a partir do endereço que está na sua conta. Diga que quer se autoexcluir, e se é por um período, e qual, ou permanentemente.",
      "Nós encerramos a conta. Você não pode mais jogar nem depositar, e isso não pode ser desfeito porque você mudou de ideia.",
      "Pergunte sobre o saldo que restar. Valem as verificações da Política de saques; continuar jogando com ele não é possível.",
      "Quando o período termina, a conta não se abre sozinha. A reabertura depende do suporte ao cliente: você precisa pedir, e nós conversamos com você antes.",
    ],
    note: "Abrir outra conta durante uma exclusão viola os termos, e nós a encerramos assim que a encontramos. Para uma pausa completa, autoexclua-se também de outros operadores e pergunte ao seu banco se ele pode bloquear pagamentos de jogos.",
  },
  age: {
    title: "Só para adultos com {age} anos ou mais",
    text: "Conferimos a identidade e a idade antes que qualquer dinheiro saia de uma conta e encerramos as contas que pertencem a pessoas mais jovens. Sites irmãos em outros lugares seguem a lei deles, com idade mínima de 18, 19, 21 ou 24 anos; aqui ela é de {age}.",
    items: [
      "Guarde a sua senha só para você e saia da conta em aparelhos compartilhados.",
      "Use o controle parental do celular e do computador onde crianças têm acesso a eles.",
      "Converse com os jovens sobre jogos de azar antes que outra pessoa o faça.",
    ],
  },
  help: {
    title: "Você não precisa resolver isso sozinho",
    text: "Conversar cedo é o que mais ajuda. Nenhum dos caminhos abaixo obriga você a nada.",
    helpline: {
      title: "Ajuda independente",
      text: "Pessoas treinadas que não trabalham para nós ouvem, em sigilo, você ou alguém próximo de você.",
    },
    support: {
      title: "O nosso suporte ao cliente",
      text: "Para limites, autoexclusão e tudo sobre a sua conta.",
    },
    family: {
      title: "Se você se preocupa com outra pessoa",
      text: "Escolha um momento tranquilo, diga o que percebeu e como isso afeta você, e ouça. Não empreste dinheiro nem pague dívidas de jogo. O serviço de apoio também está aí para as famílias.",
    },
  },
};
