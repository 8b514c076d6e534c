import * as v from "valibot";

/** Where icons that come by name are asked for (B226): `/api/icons/<collection>.json?icons=<name>,<name>`. */
export const iconBasePath = "/api/icons/";

/** Milliseconds an icon is waited for (B227). */
export const iconTimeoutMs = 1500;

/** What is kept of icons, in a browser and in a server each (B228): 50, for 168 hours. */
export const keptIcons = 50;
export const iconLifeMs = 168 * 3_600_000;

/** Icons one request may name. */
export const maxAskedIcons = 20;

const pixels = v.pipe(v.number(), v.minValue(1), v.maxValue(4096));

/** An icon in Iconify's shape: the inside of an `svg`. Use `parseIconBody` before drawing it. */
export const iconDataSchema = v.object({
  body: v.pipe(v.string(), v.maxLength(20_000)),
  width: v.optional(pixels),
  height: v.optional(pixels),
});
export type IconData = v.InferOutput<typeof iconDataSchema>;

/** A collection, or the part of one that was asked for. Sizes that an icon leaves out are the collection's, else 16. */
export const iconAnswerSchema = v.object({
  prefix: v.string(),
  icons: v.record(v.string(), iconDataSchema),
  width: v.optional(pixels),
  height: v.optional(pixels),
  not_found: v.optional(v.array(v.string())),
});
export type IconAnswer = v.InferOutput<typeof iconAnswerSchema>;

/** Icons that are kept: the latest used 50, each for 168 hours (B228). */
export interface IconCache<T> {
  get(name: string): T | undefined;
  set(name: string, icon: T): void;
}

/** @param now milliseconds since any fixed moment */
export function createIconCache<T>(now: () => number): IconCache<T> {
  const entries = new Map<string, { icon: T; until: number }>();
  return {
    get(name) {
      const entry = entries.get(name);
      entries.delete(name);
      if (!entry || entry.until <= now()) return undefined;
      // Deleted and set again, so that the map's order is the order of use.
      entries.set(name, entry);
      return entry.icon;
    },
    set(name, icon) {
      entries.delete(name);
      entries.set(name, { icon, until: now() + iconLifeMs });
      const [eldest] = entries.keys();
      if (entries.size > keptIcons && eldest !== undefined) entries.delete(eldest);
    },
  };
}
