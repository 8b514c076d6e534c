export const ggteam = {
  title: "Team",
  description: "The brand ambassadors of our poker room: who plays under our name, and what that asks of them.",
  eyebrow: "Brand ambassadors",
  display: "The team",
  lede: "Some people explain a game best by playing it. These are the ones who do it under our name.",
  meaning: {
    heading: "What an ambassador is",
    paragraphs: [
      "An ambassador plays at our tables, shows how decisions are made and keeps the same rules as everybody else. The name above the seat changes nothing about the cards.",
      "Ambassadors never promise results. If somebody in our name tells you that poker is a way to earn a living, please tell us.",
    ],
  },
} as const;

/** What an ambassador's own page says, whoever it is: nothing that would have to be true of one person. */
export const ambassadorCopy = {
  description: (name: string) => `${name}, brand ambassador of our poker room.`,
  paragraphs: (name: string) => [
    `${name} plays under our name, at the same tables and by the same rules as everybody else.`,
    "Sit down when there is a free seat and say hello. Ask about a hand afterwards, not during it: that is how it is done here.",
  ],
  expect: {
    heading: "What you can expect",
    points: [
      "Poker explained the way it is played, losing hands included.",
      "No advice while a hand is being played, for anybody.",
      "No promise of winnings, ever.",
    ],
  },
} as const;
