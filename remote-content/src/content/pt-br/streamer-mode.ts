import type { StreamerCopy } from "../../copy/streamer-mode-copy.ts";

export const streamerMode: StreamerCopy = {
  title: "Modo streamer",
  description:
    "O que é o Modo streamer, quem pode participar, como um canal é vinculado e verificado e como a tag pode ser perdida.",
  eyebrow: "Modo streamer",
  display: "Jogue diante de um público",
  lede: "Um programa para quem transmite pôquer com regularidade: suas mesas na tela e, na mesa, uma tag que mostra isso.",
  figures: [
    { figure: "3 meses", text: "de transmissões de pôquer antes de se candidatar" },
    { figure: "40+", text: "espectadores simultâneos em média, em um período móvel de 3 meses" },
    { figure: "50%", text: "no mínimo, das mesas mostradas na transmissão são nossas" },
    { figure: "80%", text: "no mínimo, de uma sessão de torneio é transmitida" },
  ],
  requirements: "O que um canal precisa ter",
  status: {
    heading: "Três passos até a tag",
    steps: [
      {
        name: "Elegível",
        text: "Seu canal cumpre os quatro requisitos. Ser elegível é o primeiro passo, e ainda não é uma aprovação.",
      },
      {
        name: "Aprovado",
        text: "Candidate-se por e-\u2060mail ao contato de talentos do provedor. A aprovação também chega por e-\u2060mail.",
        purpose: "talent",
      },
      {
        name: "Modo ativo",
        text: "Vincule sua transmissão ao vivo no aplicativo. Enquanto ela estiver verificada e no ar, você joga em modo ativo, com a tag.",
      },
    ],
  },
  link: {
    heading: "Como vincular sua transmissão",
    lede: "Uma transmissão é verificada pelo link. O que for diferente dos dois abaixo não é verificado.",
    caption: "O que informar para cada serviço",
    columns: ["Serviço", "Informe", "Não informe"],
    rows: [
      ["Twitch", "Seu nome de usuário em letras minúsculas", "Letras maiúsculas ou um endereço completo"],
      ["YouTube", "O ID do vídeo da transmissão ao vivo", "O ID ou o identificador (@) do canal"],
    ],
  },
  lose: {
    heading: "Como manter a tag",
    paragraphs: [
      "A tag representa o pôquer. Quem transmite conteúdo que não seja pôquer perde a tag.",
      "As regras da casa valem na transmissão como fora dela. Conforme o que aconteceu, uma infração pode levar a uma advertência, à retirada de recompensas, à suspensão ou ao encerramento da conta.",
    ],
    link: { path: "/house-rules/", label: "Leia as regras da casa" },
  },
  delay: {
    heading: "Suas cartas e seus espectadores",
    text: "Quem assiste a você ao vivo também pode estar sentado à sua mesa. Use um atraso maior que a duração de uma mão e nunca aceite conselhos do chat enquanto estiver em uma.",
  },
};
