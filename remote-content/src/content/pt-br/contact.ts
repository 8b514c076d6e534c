import type { ContactCopy } from "../../copy/contact-copy.ts";

export const contact: ContactCopy = {
  title: "Fale conosco",
  description:
    "Como falar conosco sobre sua conta, uma reclamação, seus dados, o programa de streamers ou o jogo responsável, e em quanto tempo respondemos.",
  eyebrow: "Fale conosco",
  display: "Toda mensagem recebe uma resposta",
  lede: "Escolha o assunto mais próximo. Ele define qual equipe responde a você.",
  heading: "Ajuda",
  table: "Com quem falar e em quanto tempo respondemos",
  columns: ["Assunto", "Como falar conosco", "Quando você recebe a resposta"],
  topics: [
    {
      subject: "Sua conta ou um saque",
      how: "Suporte ao cliente. O chat de ajuda está na página de jogo responsável.",
      purpose: "support",
      when: "No chat, na hora, enquanto houver um atendente livre.",
    },
    {
      subject: "Uma reclamação",
      how: "Diga o que aconteceu, quando, e o que resolveria o problema.",
      purpose: "complaints",
      when: "Primeira resposta em até 24 horas nos dias úteis e 72 horas nos fins de semana.",
    },
    {
      subject: "Seus dados pessoais",
      how: "O encarregado da proteção de dados, como descreve a política de privacidade.",
      purpose: "dataProtection",
      when: "Recebimento confirmado em até 72 horas, resposta em até 30 dias.",
    },
    {
      subject: "O programa de streamers",
      how: "O contato de talentos do provedor, por e-\u2060mail.",
      purpose: "talent",
      when: "Quando seu canal tiver sido avaliado.",
    },
    {
      subject: "Uma falha de segurança deste site ou do aplicativo",
      how: "A equipe de segurança. Diga como ela pode ser repetida e só conte a outros depois que for corrigida.",
      purpose: "security",
      when: "Quando ela tiver sido examinada.",
    },
    {
      subject: "O programa de afiliados ou a imprensa",
      how: "O suporte ao cliente encaminha a mensagem.",
      purpose: "support",
      when: "Quando a equipe responsável a tiver lido.",
    },
  ],
  silence:
    "Uma reclamação conta como resolvida quando respondemos e não recebemos notícias suas por 7 dias. Você pode reabri-la com fatos novos.",
  before: {
    heading: "Antes de escrever",
    points: [
      "Nunca envie uma senha. Nossa equipe nunca a pede.",
      "Informe o horário e o número da mão ou do torneio, se houver.",
      "Envie documentos de identidade somente onde o aplicativo os pedir.",
    ],
  },
  help: {
    heading: "Se for sobre você",
    text: "Se jogar deixou de ser divertido, você não precisa explicar isso primeiro ao suporte ao cliente. O chat de ajuda está na página de jogo responsável, e o serviço de apoio é independente de nós.",
    chat: "Abrir jogo responsável",
    helpline: "Visitar o serviço de apoio",
  },
};
