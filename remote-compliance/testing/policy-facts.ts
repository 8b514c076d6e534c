import type { PageName } from "./page-name.ts";

/** Every fact that the legal pages have to state: its page, and the words that state it. */
export const policyFacts: readonly (readonly [behaviour: string, page: PageName, words: readonly string[]])[] = [
  ["B244 Ontario copy", "terms-conditions", ["up to $777 and $50", "Ontario"]],
  ["B246 the minimum age", "terms-conditions", ["aged 21+", "18, 19 or 24"]],
  ["B246 the minimum age", "responsible-gaming", ["Only for adults of 21 and over", "18, 19, 21 or 24"]],
  ["B255 broadcasts", "house-rules", ["Final tables may be broadcast, with hole cards shown, after a 1-hour delay"]],
  [
    "B256 the security policy's version",
    "house-rules",
    ["Security & Ecology Policy (opens in a new tab), version 20240426"],
  ],
  ["B257 the privacy policy's date", "privacy-policy", ["effective from 28 June 2024"]],
  ["B258 the terms' date and version", "terms-conditions", ["dated 13 December 2024", "20241213"]],
  [
    "B259 eligibility",
    "terms-conditions",
    [
      "at least 21 years old",
      "located in the Philippines",
      "not a student in the Philippines",
      "not a member of the government or of the armed forces",
      "not an employee of the operator",
      "not on the restricted persons list",
      "previously closed by the operator",
    ],
  ],
  [
    "B260 one account",
    "terms-conditions",
    [
      "one per person, and one per household or IP address",
      "that verified name allows one account across the whole network",
    ],
  ],
  [
    "B261 accepted identification",
    "withdrawal-policy",
    ["passport", "driver's licence", "SSS", "TIN", "Postal", "Voters", "UMID", "National ID"],
  ],
  [
    "B262 verification in time",
    "terms-conditions",
    ["KYC within 3 days of registration or before your first withdrawal", "will be suspended"],
  ],
  [
    "B263 before verification",
    "withdrawal-policy",
    ["Unverified players can play and deposit within the legal limits, but cannot withdraw"],
  ],
  [
    "B264 where withdrawals go",
    "withdrawal-policy",
    ["only to the registered card or to the same source", "balance is deducted at once", "2. Audit"],
  ],
  [
    "B265 how long withdrawals take",
    "withdrawal-policy",
    ["About 24 hours; up to 48-72 hours when busy", "2-5 business days"],
  ],
  ["B266 held winnings", "withdrawal-policy", ["Winnings are held for 72 hours"]],
  [
    "B267 deposits",
    "payment-details-policy",
    ["Minimum deposits differ per method", "A confirmed transaction cannot be cancelled"],
  ],
  ["B268 dormancy", "terms-conditions", ["a dormant account after 12 months without activity"]],
  [
    "B269 the maintenance fee",
    "terms-conditions",
    ["After 400 days of non-use", "500 pesos per month", "at least 30 days' notice"],
  ],
  [
    "B270 self-exclusion",
    "responsible-gaming",
    ["From 6 months to 5 years", "Permanently", "closed for the whole period", "Reopening needs customer support"],
  ],
  ["B270 self-exclusion", "terms-conditions", ["exclude yourself for 6 months to 5 years, or permanently"]],
  [
    "B271 account states",
    "terms-conditions",
    ["Open", "Suspended", "Closed", "Self-excluded", "Dormant", "Permanently excluded"],
  ],
  ["B272 payment details", "payment-details-policy", ["kept at most 8 years"]],
  ["B272 payment details", "privacy-policy", ["kept at most 8 years"]],
  [
    "B273 privacy requests",
    "privacy-policy",
    ["We acknowledge your request Within 72 hours", "We answer it Within 30 days"],
  ],
  ["B274 breach notice", "privacy-policy", ["give notice to you and to the authority within 72 hours"]],
  [
    "B275 complaints",
    "terms-conditions",
    ["On a weekday Within 24 hours", "At the weekend Within 72 hours", "resolved if you remain silent for 7 days"],
  ],
  [
    "B276 penalties",
    "terms-conditions",
    [
      "a warning",
      "reward removal",
      "suspension",
      "account closure",
      "a permanent ban",
      "confiscation of funds",
      "PokerCraft access removal",
      "game removal",
      "chat suspension or ban",
    ],
  ],
  [
    "B276 penalties",
    "house-rules",
    [
      "Warning",
      "Reward removal",
      "Suspension",
      "Account closure",
      "Permanent ban",
      "Confiscation of funds",
      "PokerCraft access removal",
      "Game removal",
      "Chat suspension or ban",
    ],
  ],
  [
    "B277 accepted bets and crashes",
    "house-rules",
    [
      "Bets count only once the server accepts them",
      "A server crash cancels the game and returns the chips, in cash games and in tournaments",
    ],
  ],
  [
    "B278 duplicates and decisions",
    "terms-conditions",
    ["A duplicate account can be blocked or closed", "Decisions of the security team are final"],
  ],
  ["B279 password guidance", "terms-conditions", ["must include", "lowercase characters (a-z)", "numbers (0-9)"]],
  [
    "B280 player data",
    "privacy-policy",
    [
      // Whole rows: some of their words stand in the list of what is shared as well.
      "Full name, date and place of birth, nationality, signature, government ID information",
      "Present and permanent address, contact number",
      "Occupation, employer, source of funds",
      "Identity and address documents",
      "Payment cards",
      "Account status, player notes",
    ],
  ],
  [
    "B281 single sign-on",
    "privacy-policy",
    [
      // The whole list: some of its words stand in what is collected as well.
      "first name and surname; email; gender; address; nationality and place of birth; mobile number; date of birth; account status; player notes; identity and address documents.",
    ],
  ],
  ["B282 terms used", "terms-conditions", ["Account", "Held funds", "Poker wallet", "Jackpot pool", "Dormant account"]],
  [
    "B283 roles",
    "terms-conditions",
    [
      "Visitor",
      "Player",
      "Ambassador",
      "Approved streamer",
      "Data protection officer",
      "Security team",
      "Operator staff",
      "suspend or close accounts, void bets, freeze chips and restrict seating",
    ],
  ],
  ["B156 the one note of a closed notice", "cookie-policy", ["closeRM"]],
];
