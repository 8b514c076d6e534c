import type { HomeCopy } from "../../copy/home-copy.ts";

export const home: HomeCopy = {
  description: ({ siteName, minimumAge }) =>
    `${siteName}: cash games, tournaments and formats of our own, at tables made for thinking. For adults of ${minimumAge} and over.`,
  hero: {
    eyebrow: ({ market }) => `Online poker ${market}`,
    display: "Take your seat. Play your game.",
    lede: "Cash games, tournaments and formats of our own, at tables made for thinking.",
    note: ({ minimumAge }) => `For adults of ${minimumAge} and over. You set the limits, and we help you keep them.`,
    noteLink: "How limits work",
  },
  bonus: {
    title: "Welcome Bonus",
    lede: "A beginning that suits how you like to play. Read the terms before you take it.",
    terms: "Read the terms",
    notOffered: "The Welcome Bonus is not offered where you are.",
  },
  promotions: {
    title: "Promotions",
    items: [
      { name: "Monthly giveaway", text: "A new giveaway every month. Its rules are published before it starts." },
      { name: "Daily Freebie", text: "A small reward, once a day. Take it or leave it." },
      { name: "Mystery Envelope", text: "A sealed reward that you open in the client." },
      {
        id: "leaderboard",
        name: "Daily leaderboards by game type",
        text: "You are measured against people who play what you play.",
      },
      {
        id: "loyalty",
        name: "Fish Buffet",
        text: "Our loyalty programme: play earns points that move you up its levels.",
      },
      { name: "100% cashback", text: "Redeemable after 00:00 UTC the following Monday." },
    ],
  },
  tournaments: {
    title: "Featured tournaments and series",
    lede: "A schedule with room for an evening and for a whole festival.",
    items: [
      { name: "Bounty Hunters", text: "Knock a player out and take the bounty on their head." },
      { name: "Mystery Bounty", text: "From a late stage on, each knockout opens a bounty of unknown size." },
      { name: "High Rollers", text: "Deep stacks, strong fields, and time to use both." },
      { name: "Omaholic", text: "A series for those who would rather hold four cards than two." },
      { name: "Flash Satellites", text: "A short way in: win a seat for a larger event in a few hands." },
      { name: "Festival series", text: "Weeks of events under one banner, with a main event to plan for." },
    ],
  },
  originals: {
    title: "Original formats",
    lede: "Poker with one rule changed. Each takes a minute to learn.",
    items: [
      { name: "Rush & Cash", text: "Fold, and you are at a new table with new cards." },
      { name: "Spin & Gold", text: "Three seats, and a multiplier that sets the prize before the first hand." },
      { name: "All-In or Fold", text: "One decision in every hand, with the All-In or Fold Jackpot behind it." },
      { name: "Flip & Go", text: "One flip decides who plays. From then on it is a tournament." },
    ],
    table: "At the table",
    tableText: "Small things that change an ordinary hand. Use them, or switch them off.",
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
    title: "Special features",
    lede: "Poker is a game between people. Say something, or say nothing.",
    items: [
      { icon: "emoji", name: "Emoji", text: "A raised eyebrow, thrown across the table." },
      {
        icon: "camera",
        name: "Video-reaction camera",
        text: "A few seconds of your face when the river falls. Only when you press the button.",
      },
      { icon: "voice", name: "Voice messages", text: "Say “well played” in your own voice." },
      { icon: "bet", name: "Prop bets", text: "A side question between friends while the hand goes on." },
    ],
  },
  analysis: {
    title: "Look at the hand again",
    paragraphs: [
      "The hand-analysis tool keeps what you played. Step through a hand street by street, and see what you knew at each decision.",
      "Your hands are yours. Nobody else at the table sees your history.",
    ],
  },
  team: {
    title: "The people who play for us",
    lede: "Our brand ambassadors share how they think, at the table and about it.",
  },
  streamer: {
    title: "Streamer Mode",
    text: "Stream poker regularly and you can play with a tag that says so. Its four requirements are written down.",
    action: "How to become a streamer",
  },
  safety: {
    title: "A game, and nothing more than a game",
    text: "Poker is good entertainment and no way to earn a living. Before you sit down, decide how much time and money it may have. When it stops being fun, stop.",
    items: [
      {
        name: "Your own limits",
        text: "Decide what you are ready to spend before you play, not after.",
        path: "/responsible-gaming/",
        link: "Responsible gaming",
      },
      {
        name: "A longer break",
        text: "Self-exclusion lasts from 6 months to 5 years, or for good. The account stays closed for all that time.",
        path: "/responsible-gaming/#self-exclusion",
        link: "Taking a break",
      },
      {
        name: "Fair play",
        text: "One account per person, one set of rules, and a security team whose decisions are final.",
        path: "/house-rules/",
        link: "House rules",
      },
    ],
  },
  anyway: {
    title: "Poker Your Way Anytime",
    lede: "There is a game that fits the evening you have, and this is how to find it.",
    parts: [
      {
        heading: "When you have ten minutes",
        paragraphs: [
          "Some games are over before the coffee is cold. All-In or Fold asks one question in each hand, Spin & Gold seats three players, and Flip & Go decides its starting field with a single flip. Rush & Cash moves you on the moment you fold.",
          "Short games are quick with money as well as with time. Set your limit first, and let it end the session for you.",
        ],
      },
      {
        heading: "When you have the whole evening",
        paragraphs: [
          "In Bounty Hunters every knockout pays; in a Mystery Bounty the bounties stay closed until the field is small. High Rollers give strong players deep stacks, Omaholic is for four cards instead of two, and Flash Satellites are the modest way into a larger event.",
          "In festival series, many of these stand in one calendar. You can play one and go to bed, which is a result too.",
        ],
      },
      {
        heading: "At a table that helps you think",
        paragraphs: [
          "Smart HUD shows what you have seen of an opponent, and only that. Smart Betting offers sensible bet sizes. A Time Bank Card adds time when a decision deserves it. Straddle, Bet on Flop and Next Hand Roulette change the pace when a table agrees, and the Cash Drop Tracker shows where the last drop fell.",
          "Some tables carry a jackpot: the Bad Beat Jackpot for the strong hand that loses to a stronger one, and the All-In or Fold Jackpot for its own format. Chance decides both.",
        ],
      },
      {
        heading: "And when you would rather not play",
        paragraphs: [
          "Read a hand again in the analysis tool, follow a stream, or learn the rankings in the poker school. Nothing is lost on the days you stay away.",
          "That is what we mean by “your way, anytime”: the choice is yours, and so is the choice to stop.",
        ],
      },
    ],
  },
};
