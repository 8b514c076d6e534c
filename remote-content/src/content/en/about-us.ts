import type { CopyFacts } from "../../copy-facts.ts";
import type { PageCopy } from "../../copy/page-copy.ts";

export const aboutUs = (facts: CopyFacts): PageCopy => ({
  title: "About us",
  description: "Who we are, what we believe a good poker room is, and how we look after the people who play in it.",
  eyebrow: "About us",
  display: "A room we would sit down in ourselves",
  lede: `We run an online poker room for adults ${facts.market}, under the licence of ${facts.regulator}.`,
  sections: [
    {
      heading: "What we do",
      paragraphs: [
        "We offer poker: cash games, tournaments and a few formats we invented because we wanted to play them. We write the software, deal the cards and keep the rules.",
        "This site is where you read about it, download the client and find every policy. Your account and your games live in the client.",
      ],
    },
    {
      heading: "What we believe",
      paragraphs: ["A poker room has one task: to make the better decision worth making. Three things follow from it."],
      points: [
        "The deal is random. A testing laboratory examines the generator that shuffles our cards, and we explain how it works.",
        "The table is honest. One account per person, no outside help, and a security team that checks.",
        "The player comes first. A person who should not be playing today matters more to us than a full table.",
      ],
      link: { path: "/house-rules/", label: "Read the house rules" },
    },
    {
      heading: "What we are answerable for",
      paragraphs: [
        "You can hold us to what we publish. Complaints get a first response within 24 hours on weekdays and within 72 hours at weekends. Requests about your data are acknowledged within 72 hours and answered within 30 days.",
        "If we make a mistake, tell us. We put it right and say what has changed.",
      ],
      link: { path: "/contact/", label: "Write to us" },
    },
  ],
  aside: {
    heading: "Play within your means",
    text: "Limits, longer breaks and people to talk to: everything we offer to keep poker a game stands on one page.",
    link: { path: "/responsible-gaming/", label: "Responsible gaming" },
  },
});
