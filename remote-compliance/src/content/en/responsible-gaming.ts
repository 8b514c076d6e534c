import type { ResponsibleCopy } from "../../copy/responsible-gaming-copy.ts";

export const responsible: ResponsibleCopy = {
  opening: {
    title: "Stay the one who decides",
    text: "Poker is a game of skill, chance and patience, played for entertainment. It is not a way to earn a living or to win back what is gone. This page helps you notice when playing starts to do harm, and shows what you can do about it today.",
  },
  signs: {
    title: "Signs that play turns into harm",
    text: "Harm grows slowly and is easy to overlook. If one of these is true for you, take it seriously; if two or more are, stop playing for now and talk to somebody.",
    items: [
      "You play longer, or for more, than you meant to.",
      "You go on in order to win back what you lost.",
      "You play with money meant for rent, food, school or family.",
      "You borrow, sell things or use savings to keep playing.",
      "You hide from people close to you how much or how often you play.",
      "You feel restless, irritable or low when you cannot play.",
      "You play to get away from worry, loneliness or stress.",
      "Work, studies, sleep or friendships suffer.",
    ],
  },
  limits: {
    title: "Set your limits",
    text: "Do it before the cards are dealt: a limit works when it is chosen in a calm moment and kept in a heated one. Write yours down.",
    items: [
      {
        title: "Money",
        text: "Decide what an evening may cost, as you would for dinner or a concert. Bring only that to the table. When it is gone, the evening is over.",
      },
      {
        title: "Time",
        text: "Choose an end before you start and set an alarm on your phone. Stand up between sessions, eat, and sleep before you decide to play on.",
      },
      {
        title: "Mood",
        text: "Do not play angry, tired, sad or after drinking. A bad beat is a good moment to log out.",
      },
      {
        title: "Balance",
        text: "Keep days without poker in every week, and keep up the things you enjoy with people who do not play.",
      },
    ],
    note: "Customer support can tell you which limits can be set on your account, and will set them when you ask.",
  },
  exclusion: {
    title: "Self-exclusion",
    text: "Self-exclusion is a firm promise that we help you keep: we close your account for a time you choose, and it stays closed.",
    terms: [
      {
        title: "For a period",
        text: "From 6 months to 5 years. Your account is closed for the whole period and shown as self-excluded.",
      },
      {
        title: "Permanently",
        text: "There is no end date. Your account is shown as permanently excluded, and you may not open another.",
      },
    ],
    steps: [
      "Write to customer support from the address in your account. Say that you want to exclude yourself, and whether for a period, and which, or permanently.",
      "We close the account. You can no longer play or deposit, and it cannot be undone because you changed your mind.",
      "Ask about any balance that is left. The checks of the Withdrawal Policy apply; playing on with it is not possible.",
      "When the period is over, the account does not open by itself. Reopening needs customer support: you have to ask, and we talk with you first.",
    ],
    note: "Opening another account during an exclusion is a breach of the terms, and we close it as soon as we find it. For a full break, exclude yourself from other operators as well, and ask your bank whether it can block gaming payments.",
  },
  age: {
    title: "Only for adults of {age} and over",
    text: "We check identity and age before any money leaves an account, and close accounts that belong to somebody younger. Sister sites in other places follow their own law, with a minimum age of 18, 19, 21 or 24; here it is {age}.",
    items: [
      "Keep your password to yourself and log out on shared devices.",
      "Use the parental controls of your phone and computer where children have access to them.",
      "Talk with young people about games of chance before somebody else does.",
    ],
  },
  help: {
    title: "You do not have to sort it out alone",
    text: "Talking early helps most. None of the ways below obliges you to anything.",
    helpline: {
      title: "Independent help",
      text: "Trained people who do not work for us listen, in confidence, to you or to somebody close to you.",
    },
    support: {
      title: "Our customer support",
      text: "For limits, self-exclusion and everything about your account.",
    },
    family: {
      title: "If you worry about somebody else",
      text: "Choose a quiet moment, say what you have noticed and how it affects you, and listen. Do not lend money or pay debts that come from play. The helpline is there for families too.",
    },
  },
};
