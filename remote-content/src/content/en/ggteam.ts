import type { TeamCopy } from "../../copy/ggteam-copy.ts";

export const ggteam: TeamCopy = {
  title: "Team",
  description: "The brand ambassadors of our poker room: who plays under our name, and what that asks of them.",
  eyebrow: "Brand ambassadors",
  display: "The team",
  lede: "Some people explain a game best by playing it. These do it under our name.",
  meaning: {
    heading: "What an ambassador is",
    paragraphs: [
      "An ambassador plays at our tables, shows how decisions are made and keeps the same rules as everybody else.",
      "Ambassadors never promise results. If anyone who speaks in our name tells you that poker is a way to earn a living, please tell us.",
    ],
  },
  ambassador: {
    description: (name) => `${name}, brand ambassador of our poker room.`,
    paragraphs: (name) => [
      `${name} plays under our name, at the same tables and by the same rules as everybody else.`,
      "Sit down when there is a free seat and say hello. Ask about a hand afterwards, not during it: advice in the middle of a hand is against the rules.",
    ],
    expect: {
      heading: "What you can expect",
      points: [
        "Poker explained the way it is played, losing hands included.",
        "No advice to anybody while a hand is being played.",
        "No promise of winnings, ever.",
      ],
    },
  },
};
