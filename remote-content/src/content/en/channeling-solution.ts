import type { CopyFacts } from "../../copy-facts.ts";
import type { PageCopy } from "../../copy/page-copy.ts";

export const channelingSolution = (facts: CopyFacts): PageCopy => ({
  title: "Channelling solution",
  description: "Why people are better off in a licensed poker room, and what we do so that they find their way to one.",
  eyebrow: "Channelling solution",
  display: "From anywhere, to a table with rules",
  lede: "Channelling means leading the demand that exists to places that are licensed, supervised and answerable.",
  sections: [
    {
      heading: "Why it matters",
      paragraphs: [
        "People will play poker online. The question is where. A room without a licence need not check a player’s age, answer a complaint or exclude a player who asks for it. A licensed room must do all three.",
        "Each player who moves from the first kind to the second gains protection, and so do the people around them.",
      ],
    },
    {
      heading: "What we contribute",
      paragraphs: ["Rules alone do not attract players. The licensed room has to be the better place to play."],
      points: [
        "A game worth choosing: the formats, tournaments and tools that players look for elsewhere.",
        "An honest door: identity and age are verified within 3 days of registration, or before the first withdrawal.",
        "A clear border: where real money play is not offered, a notice says so. In countries that we block, the client cannot be downloaded.",
        "A way out: self-exclusion from 6 months to 5 years, or permanently. It closes the account for all that time.",
      ],
      link: { path: "/responsible-gaming/", label: "How players are protected" },
    },
    {
      heading: "For regulators and partners",
      paragraphs: [
        "We share what we learn about safer play with those who supervise it, within the privacy policy and never more than the law allows. If you work on the same question, we would like to hear from you.",
      ],
      link: { path: "/contact/", label: "Contact us" },
    },
  ],
  aside: {
    heading: "Who may play",
    text: `Adults of ${facts.minimumAge} and over who are ${facts.playerLocation}. Some people may not play at all; the terms name them.`,
    link: { path: "/terms-conditions/", label: "Terms & Conditions" },
  },
});
