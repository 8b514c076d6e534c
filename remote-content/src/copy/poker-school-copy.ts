import type { CopyLink, Named } from "./page-copy.ts";

/** One of the ten hands. */
export interface HandRanking extends Named {
  /** As players write them: `As Ks Qs Js 10s`. */
  cards: string;
}

/** The texts of the poker school. */
export interface SchoolCopy {
  title: string;
  description: string;
  eyebrow: string;
  display: string;
  lede: string;
  play: { heading: string; lede: string; streets: readonly Named[] };
  /** The games at the tables, by the dealt cards and the cards that count. */
  variants: { heading: string; lede: string; items: readonly Named[] };
  /** Best first. */
  rankings: { heading: string; lede: string; hands: readonly HandRanking[] };
  decide: { heading: string; points: readonly string[] };
  glossary: { heading: string; terms: readonly (readonly [term: string, meaning: string])[] };
  next: { heading: string; text: string; link: string };
}

/** A menu item with two sentences about it. `id` is its id on the page, in every language. */
export interface GuideEntry extends Named {
  id: string;
  links?: readonly CopyLink[];
}

/** A group of a menu and its entries. */
export interface GuideGroup extends GuideEntry {
  entries: readonly GuideEntry[];
}

/** A section of the guide: one item of the main menu. */
export interface GuideSection extends GuideGroup {
  groups: readonly GuideGroup[];
}
