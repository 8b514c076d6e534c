import type { CopyFacts } from "../../copy-facts.ts";
import type { PageCopy } from "../../copy/page-copy.ts";

export const affiliateProgram = (facts: CopyFacts): PageCopy => ({
  title: "Affiliate programme",
  description: "How partners introduce adult players to our poker room, what we expect of them, and how to apply.",
  eyebrow: "Affiliate programme",
  display: "Tell people about poker, honestly",
  lede: "If you write, film or teach poker for an adult audience, you can introduce players to us and be paid for it.",
  sections: [
    {
      heading: "How it works",
      paragraphs: [
        "The programme is simple on purpose. What you earn and when is written in your agreement before you place a single link.",
      ],
      points: [
        "You apply and tell us where and how you talk about poker.",
        "We look at your pages and, if we suit each other, agree on terms in writing.",
        "You receive links of your own and reports of what came of them.",
        "You are paid as agreed, for players who are verified adults.",
      ],
    },
    {
      heading: "What we ask of partners",
      paragraphs: ["People trust what you say. We ask you to deserve it."],
      points: [
        `Speak to adults only: the minimum age here is ${facts.minimumAge}.`,
        "Call poker a game. Never promise winnings, and never present it as a way out of trouble.",
        "Say plainly that your links are paid for.",
        "Name our offers with their real terms, and take them down when they end.",
        "Keep a link to responsible gaming wherever you advertise.",
      ],
      link: { path: "/responsible-gaming/", label: "Responsible gaming" },
    },
    {
      heading: "When it ends",
      paragraphs: [
        "Either side may leave as the agreement says. A partner who advertises to minors, sends unwanted messages or misleads players leaves at once.",
      ],
    },
  ],
  aside: {
    heading: "Apply",
    text: "Write to us with the address of your page or channel and a few words about your audience.",
    link: { path: "/contact/", label: "Contact us" },
  },
});
