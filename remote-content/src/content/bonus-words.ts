import type { Copies } from "@site/contracts/locale/pick-copy";

/** The texts of the Welcome Bonus (B243; B244 in Ontario). Amounts are formatted already. */
export interface BonusWords {
  upTo(amount: string): string;
  match(percent: number, amount: string): string;
  free(amount: string): string;
  freeText(amount: string): string;
  or: string;
  and: string;
  ontarioMatch: string;
  ontarioFree: string;
}

const en: BonusWords = {
  upTo: (amount) => `Up to ${amount}`,
  match: (percent, amount) =>
    `A ${percent}% deposit match${percent === 100 ? ": we add as much as you put in" : ""}, up to ${amount}.`,
  free: (amount) => `${amount} free`,
  freeText: (amount) => `For those who would rather start small: ${amount} to find your way around.`,
  or: "or",
  and: "and",
  ontarioMatch: "Matched with your first deposit.",
  ontarioFree: "To find your way around the tables.",
};

const ptBr: BonusWords = {
  upTo: (amount) => `Até ${amount}`,
  match: (percent, amount) =>
    `Um bônus de ${percent}% sobre o depósito${percent === 100 ? ": acrescentamos o mesmo valor que você deposita" : ""}, até ${amount}.`,
  free: (amount) => `${amount} grátis`,
  freeText: (amount) => `Para quem prefere começar com pouco: ${amount} para conhecer as mesas.`,
  or: "ou",
  and: "e",
  ontarioMatch: "Em proporção ao seu primeiro depósito.",
  ontarioFree: "Para conhecer as mesas.",
};

export const bonusWords: Copies<BonusWords> = { en, "pt-br": ptBr };
