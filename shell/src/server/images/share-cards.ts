import { LRUCache } from "lru-cache";
import type { SiteConfig } from "@site/contracts/site/site-config";
import { inPortions } from "../pages/in-portions.ts";
import type { SiteState } from "../pages/site-state.ts";
import type { Drawing } from "./drawing.ts";
import { readLogo } from "./read-logo.ts";
import { toCardKey, toShareCard } from "./share-card.ts";

type CardDrawing = Extract<Drawing, { kind: "card" }>;

/** Most titles of pages whose link previews can be drawn: a few hundred bytes each. */
const maxCards = 8192;

/** The link previews of pages, by their keys: a key is a hash of the whole card. */
export interface ShareCards {
  /** Registers the link previews of a set, in portions between which requests are answered. */
  take(state: SiteState): Promise<void>;
  find(key: string): CardDrawing | undefined;
  /** Like `find`; for an unknown key it waits first until the sets are registered that are under way. */
  findOrWait(key: string): Promise<CardDrawing | undefined>;
  /** Whether no set was taken yet. */
  isEmpty(): boolean;
}

export function createShareCards(site: SiteConfig): ShareCards {
  const cards = new LRUCache<string, CardDrawing>({ max: maxCards });
  /** The keys of cards with one font and logo, by their titles. */
  let known: { font: Buffer | undefined; logo: string; keys: LRUCache<string, string> } | undefined;
  const underWay = new Set<Promise<void>>();

  async function register({ packages, pages }: SiteState): Promise<void> {
    const shell = packages.get("shell");
    const font = shell?.files.get("browser/archivo.woff2");
    const logo = readLogo(site, shell);
    if (known?.font !== font || known?.logo !== logo) known = { font, logo, keys: new LRUCache({ max: maxCards }) };
    const { keys } = known;
    if (!font) return;
    const seen = new Set<string>();
    await inPortions(pages.values(), ({ cardTitle: title }) => {
      if (title === null || seen.has(title)) return;
      seen.add(title);
      if (cards.get(keys.get(title) ?? "")) return;
      const card = toShareCard(title, { site, logo });
      const key = toCardKey(card);
      cards.set(key, { kind: "card", card, font });
      keys.set(title, key);
    });
  }

  const find = (key: string): CardDrawing | undefined => cards.get(key);
  return {
    find,
    async findOrWait(key) {
      const found = find(key);
      if (found || underWay.size === 0) return found;
      await Promise.all(underWay);
      return find(key);
    },
    isEmpty: () => known === undefined,
    async take(state) {
      const registering = register(state);
      underWay.add(registering);
      try {
        await registering;
      } finally {
        underWay.delete(registering);
      }
    },
  };
}
