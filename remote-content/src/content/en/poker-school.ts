import type { SchoolCopy } from "../../copy/poker-school-copy.ts";

export const pokerSchool: SchoolCopy = {
  title: "Poker school",
  description:
    "Learn to play poker: how a hand of Texas Hold’em goes, which hand beats which, and what the words mean.",
  eyebrow: "Poker school",
  display: "Learn the game before you play it",
  lede: "One hand from start to end, ten rankings and the words you will hear. After half an hour you can follow any table.",
  play: {
    heading: "How to play",
    lede: "This is no-limit Texas Hold’em, the game most tables play. You make the best five cards out of your own two and the five in the middle.",
    streets: [
      {
        name: "The blinds",
        text: "The two players to the left of the dealer button put in forced bets, the small and the big blind. There is now something to play for.",
      },
      {
        name: "Before the flop",
        text: "Everybody gets two cards, face down. In turn, each player folds, calls the big blind or raises it.",
      },
      {
        name: "The flop",
        text: "Three cards are dealt face up in the middle. Everybody still in the hand may use them. A round of betting follows: check, bet, call, raise or fold.",
      },
      {
        name: "The turn",
        text: "A fourth card, and another round of betting. Staying in often becomes expensive here.",
      },
      { name: "The river", text: "The fifth and last card, and the last round of betting." },
      {
        name: "The showdown",
        text: "If more than one player is left, the cards are turned over. The best five win the pot; equal hands share it.",
      },
    ],
  },
  variants: {
    heading: "Game variants",
    lede: "Most of the tables deal one of three games. The hand rankings are the same in all of them.",
    items: [
      {
        name: "Texas Hold’em",
        text: "Two cards of your own and five on the table. The best five of the seven are your hand.",
      },
      { name: "Omaha", text: "Four cards of your own, of which exactly two count, with exactly three from the table." },
      {
        name: "Short games",
        text: "All-In or Fold, Spin & Gold and Flip & Go keep the rules of Hold’em and change the pace.",
      },
    ],
  },
  rankings: {
    heading: "Hand rankings",
    lede: "Best first. Suits have no rank among themselves.",
    hands: [
      { name: "Royal flush", cards: "As Ks Qs Js 10s", text: "Ace to ten in one suit. Nothing beats it." },
      { name: "Straight flush", cards: "9h 8h 7h 6h 5h", text: "Five in a row, all in one suit." },
      { name: "Four of a kind", cards: "Qs Qh Qd Qc 7d", text: "All four cards of one rank." },
      { name: "Full house", cards: "Js Jd Jc 4h 4s", text: "Three of one rank and two of another." },
      { name: "Flush", cards: "Kd 10d 8d 5d 2d", text: "Five of one suit, in any order." },
      { name: "Straight", cards: "10c 9d 8s 7h 6c", text: "Five in a row, in any suits. An ace is high or low." },
      { name: "Three of a kind", cards: "8s 8d 8c Kh 3s", text: "Three cards of one rank." },
      { name: "Two pair", cards: "Ah Ac 6d 6s 9c", text: "Two of one rank and two of another." },
      { name: "One pair", cards: "10h 10s Kc 7d 4s", text: "Two cards of one rank." },
      { name: "High card", cards: "Ad Jc 8h 5s 2c", text: "None of the above: the highest card decides." },
    ],
  },
  decide: {
    heading: "Four questions before every decision",
    points: [
      "Where do I sit? Acting last means knowing more.",
      "What could they hold? Think of a range, not of one hand.",
      "What does it cost, and what could it win?",
      "Would I be glad to have done this if I lose? If not, fold.",
    ],
  },
  glossary: {
    heading: "Words at the table",
    terms: [
      ["All in", "Betting every chip you have. You stay in the hand for the part of the pot you can match."],
      ["Ante", "A small forced bet from everybody before the cards are dealt."],
      ["Bad beat", "A strong hand that loses to a stronger one."],
      ["Blind", "A forced bet before the cards are dealt, made in turn."],
      ["Bluff", "A bet made so that a better hand folds."],
      ["Bounty", "A reward for knocking a player out of a tournament."],
      ["Button", "The mark of the dealer’s seat. From the flop on, the player who has it acts last."],
      ["Check", "Passing the action on without betting."],
      ["Outs", "The cards that would make your hand the best."],
      ["Pot", "Everything that has been bet in this hand."],
      ["Satellite", "A tournament whose prize is a seat in a larger one."],
      ["Straddle", "A voluntary bet before the cards, above the big blind."],
    ],
  },
  next: {
    heading: "When you know enough to be curious",
    text: "Start at the smallest table, set a limit first, and treat the cost as the price of an evening out.",
    link: "Responsible gaming",
  },
};
