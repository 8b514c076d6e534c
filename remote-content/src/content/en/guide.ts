import type { GuideSection } from "../../copy/poker-school-copy.ts";

export const guide: readonly GuideSection[] = [
  {
    id: "special-features",
    name: "Special features",
    text: "The client has tools that help you think, and ways to talk to the people at your table. Every player has the same ones, and you can play without any of them.",
    entries: [
      {
        id: "smart-hud",
        name: "Smart HUD",
        text: "A small display beside each opponent that counts what you have seen of them yourself. It knows nothing of hands you did not play in.",
      },
      {
        id: "smart-betting",
        name: "Smart Betting",
        text: "Buttons with sensible bet sizes for the pot in front of you. You can still type or slide to any amount the rules allow.",
      },
      {
        id: "hand-analysis",
        name: "Hand analysis",
        text: "The hand-analysis tool keeps the hands you played, so that you can step through them street by street. Only you can see your history.",
      },
      {
        id: "social-features",
        name: "Social features",
        text: "Emoji, a video-reaction camera, voice messages and prop bets between friends at the table. Each one waits until you press its button, and unkind use of them can cost you the chat.",
      },
    ],
    groups: [],
  },
  {
    id: "cash-games",
    name: "Cash games",
    text: "In a cash game the chips in front of you are money, and you may leave after any hand. There is no last level that ends the evening, so decide when to stop before you start.",
    entries: [],
    groups: [
      {
        id: "originals",
        name: "Originals",
        text: "Formats of our own: poker with one rule changed. Rush & Cash and All-In or Fold are cash games; Spin & Gold and Flip & Go are tournaments, which you cannot leave with your chips. Each of them is quick, so set your limit first.",
        entries: [
          {
            id: "rush-and-cash",
            name: "Rush & Cash",
            text: "The moment you fold, you are at a new table with new cards. You play more hands in an hour than at an ordinary table, with whatever that costs or wins.",
          },
          {
            id: "all-in-or-fold",
            name: "All-In or Fold",
            text: "Every hand asks one question: all your chips, or none. Stacks are short by design, and chance weighs more than elsewhere.",
          },
          {
            id: "spin-and-gold",
            name: "Spin & Gold",
            text: "Three players, and a multiplier drawn before the first hand that sets the prize. The multiplier is chance, so the prize of one game says nothing about the next.",
          },
          {
            id: "flip-and-go",
            name: "Flip & Go",
            text: "A first hand without any betting decides who goes on. From then on it is an ordinary tournament.",
          },
        ],
      },
      {
        id: "table-options",
        name: "Table options",
        text: "What a cash table can have beside the cards. The lobby shows which tables have which.",
        entries: [
          {
            id: "splash",
            name: "Splash",
            text: "A splash is money added to a pot before the cards are dealt. It goes to the winner of that hand like the rest of the pot.",
          },
          {
            id: "ev-cashout",
            name: "EV cashout",
            text: "When you are all in with cards to come, you may be offered the value your hand has on average instead of its result. The client shows the amount, and what the offer costs, before you accept or decline.",
          },
          {
            id: "straddle",
            name: "Straddle",
            text: "A bet of your own choice before the cards are dealt, larger than the big blind. It makes the pot bigger for everyone at the table.",
          },
          {
            id: "cash-drop-tracker",
            name: "Cash Drop Tracker",
            text: "A list of the cash drops at the tables: when each one fell, and where. It tells you about the past and predicts nothing.",
          },
        ],
      },
      {
        id: "after-the-hand",
        name: "Beside the hand",
        text: "Small wagers that are no part of the hand itself. Each is a bet of its own and counts towards what you decided to spend.",
        entries: [
          {
            id: "bet-on-flop",
            name: "Bet on Flop",
            text: "A side bet on what the three cards of the flop will be. The client shows what each result pays before you confirm.",
          },
          {
            id: "next-hand-roulette",
            name: "Next Hand Roulette",
            text: "A draw that can change the stakes of the next hand for those who take part. You take part only if you agree to it.",
          },
        ],
      },
    ],
  },
  {
    id: "tournaments",
    name: "Tournaments",
    text: "You pay the entry once, get the same number of chips as everyone else, and play until you have all of them or none. The lobby shows the structure, the prizes and the late registration of each tournament.",
    entries: [],
    groups: [
      {
        id: "series",
        name: "Series",
        text: "Several tournaments in one calendar, under one name. You can play a single event, or all of them.",
        entries: [
          {
            id: "festival-series",
            name: "Festival series",
            text: "Weeks of events with a main event to plan for. The client shows the calendar, and each event has an entry and a lobby of its own.",
          },
        ],
      },
      {
        id: "featured-tournaments",
        name: "Featured tournaments",
        text: "Tournaments with a character of their own. The name says what is particular about each, and its lobby says the rest.",
        entries: [
          {
            id: "mystery-bounty",
            name: "Mystery Bounty",
            text: "From a late stage on, every knockout opens a bounty of unknown size. Chance decides what is inside.",
          },
          {
            id: "bounty-hunters",
            name: "Bounty Hunters",
            text: "Every player carries a bounty, and knocking a player out wins it. How a bounty is shared, and whether it grows, is in the tournament’s own rules.",
          },
          {
            id: "high-rollers",
            name: "High Rollers",
            text: "Higher entries, deeper stacks and strong fields. Choose one only if the entry is an amount you can lose without regret.",
          },
          {
            id: "omaholic",
            name: "Omaholic",
            text: "A series for Omaha: four cards in your hand, of which exactly two count. The rest is as in any other tournament.",
          },
          {
            id: "flash-satellites",
            name: "Flash Satellites",
            text: "Short tournaments whose prize is a seat in a larger one. What happens to a seat that you cannot use is in the rules of that tournament.",
          },
        ],
      },
      {
        id: "at-the-table",
        name: "At the table",
        text: "What you can use or meet while a tournament is running. None of it changes the cards.",
        entries: [
          {
            id: "final-table-betting",
            name: "Final table betting",
            text: "Before a final table begins, you may bet on which of its players will win. It is a wager of its own, with odds that the client shows before you confirm.",
          },
          {
            id: "time-bank-card",
            name: "Time Bank Card",
            text: "A card that adds time to one decision. Use it when the decision deserves it; the others are waiting.",
          },
        ],
      },
    ],
  },
  {
    id: "promotions",
    name: "Promotions",
    text: "What we give beside the games, and on which conditions. The rules of each promotion are shown with it in the client before you join, and no promotion is a reason to play more than you meant to.",
    entries: [],
    groups: [
      {
        id: "welcome-promotions",
        name: "Welcome promotions",
        text: "For players who open their first account with us. At present there is one, the Welcome Bonus; its terms are part of the Terms & Conditions.",
        links: [
          { path: "/#welcome-bonus", label: "Welcome Bonus" },
          { path: "/terms-conditions/#welcome-bonus", label: "Terms of the Welcome Bonus" },
        ],
        entries: [],
      },
      {
        id: "daily-promos",
        name: "Daily promos",
        text: "Small promotions that return. Missing a day costs you nothing.",
        entries: [
          {
            id: "daily-freebie",
            name: "Daily Freebie",
            text: "A small reward, once a day. The client shows what it is and how to take it.",
          },
          {
            id: "mystery-envelope",
            name: "Mystery Envelope",
            text: "A sealed reward that you open in the client. Its rules say what may be inside.",
          },
          {
            id: "monthly-giveaway",
            name: "Monthly giveaway",
            text: "A new giveaway every month. Its rules and its prizes are published before it starts.",
          },
        ],
      },
      {
        id: "leaderboard",
        name: "Leaderboard",
        text: "A leaderboard ranks players by points from their games. Playing for points is still playing with money.",
        entries: [
          {
            id: "daily-leaderboards",
            name: "Daily leaderboards by game type",
            text: "Each type of game has a board of its own, and all boards start again every day. You are compared with people who play what you play.",
          },
        ],
      },
      {
        id: "jackpots",
        name: "Jackpots",
        text: "A jackpot pool is money set aside from play until it is won. Chance decides when, and playing more does not make it due.",
        entries: [
          {
            id: "bad-beat-jackpot",
            name: "Bad Beat Jackpot",
            text: "Paid when a very strong hand loses to a stronger one at a table that takes part. The client says how strong the losing hand has to be.",
          },
          {
            id: "all-in-or-fold-jackpot",
            name: "All-In or Fold Jackpot",
            text: "The jackpot of the All-In or Fold tables, for rare hands only. The client lists the hands and what each of them pays.",
          },
        ],
      },
      {
        id: "loyalty",
        name: "Loyalty",
        text: "Rewards for play over time. They never decide what you can afford.",
        entries: [
          {
            id: "fish-buffet",
            name: "Fish Buffet",
            text: "Our loyalty programme: play earns points that move you up its levels. The client shows your level and what it gives.",
          },
        ],
      },
    ],
  },
  {
    id: "funds",
    name: "Funds",
    text: "Deposits and withdrawals are made in the client, never on this website. Use only what is in your own name; money goes back to where it came from.",
    links: [
      { path: "/payment-details-policy/", label: "Payment Details Policy" },
      { path: "/withdrawal-policy/", label: "Withdrawal Policy" },
    ],
    entries: [],
    groups: [],
  },
];
