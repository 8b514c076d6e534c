import { toInlineJson } from "../../pages/remote-text.ts";
import { type TextPart, toPart, type Written } from "./text-part.ts";

const known = new WeakMap<object, TextPart>();

/** The JSON of a value that many pages have, made once for each object: it must not change afterwards. */
export function toSharedJson(value: object): TextPart {
  const part = known.get(value) ?? toPart(toInlineJson(value));
  known.set(value, part);
  return part;
}

/** The JSON of an object from that of its members, in order. Those without a value are left out. */
export function toObjectJson(members: Readonly<Record<string, Written | undefined>>): Written {
  const there = Object.entries(members).flatMap(([name, json]) => (json === undefined ? [] : [{ name, json }]));
  return ["{", there.map(({ name, json }, index) => [`${index === 0 ? "" : ","}${toInlineJson(name)}:`, json]), "}"];
}

/** The JSON of a list from that of its items. */
export function toListJson(items: readonly Written[]): Written {
  return ["[", items.map((json, index) => (index === 0 ? json : [",", json])), "]"];
}
