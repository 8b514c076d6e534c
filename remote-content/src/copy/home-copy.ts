import type { CopyFacts } from "../copy-facts.ts";
import type { Named } from "./page-copy.ts";

interface Titled {
  title: string;
  lede: string;
}

/** The texts of home. */
export interface HomeCopy {
  /** For search results. Place and age are the site's own. */
  description: (facts: CopyFacts) => string;
  hero: {
    eyebrow: (facts: Pick<CopyFacts, "market">) => string;
    display: string;
    lede: string;
    note: (facts: Pick<CopyFacts, "minimumAge">) => string;
    noteLink: string;
  };
  bonus: Titled & { terms: string; notOffered: string };
  /** Rewards and promotions that come every day, week or month (B242, B245). */
  promotions: { title: string; items: readonly Named[] };
  tournaments: Titled & { items: readonly Named[] };
  originals: Titled & { items: readonly Named[]; table: string; tableText: string; extras: readonly string[] };
  /** The ways of talking at a table (B239). */
  features: Titled & { items: readonly (Named & { icon: "emoji" | "camera" | "voice" | "bet" })[] };
  analysis: { title: string; paragraphs: readonly string[] };
  team: Titled;
  streamer: { title: string; text: string; action: string };
  safety: { title: string; text: string; items: readonly (Named & { path: string; link: string })[] };
  /** The text block of B240. */
  anyway: Titled & { parts: readonly { heading: string; paragraphs: readonly string[] }[] };
}
