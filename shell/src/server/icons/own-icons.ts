import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { type IconAnswer, iconAnswerSchema, type IconData } from "../../icons/icon.ts";
import { parseIconBody } from "../../icons/icon-body.ts";

const file = join(import.meta.dirname, "../../../icons/site.json");

/** An icon of a collection with its own size as attributes; undefined when there is none, or its body is not allowed. */
export function pickIcon(collection: IconAnswer, name: string): IconData | undefined {
  const icon = Object.hasOwn(collection.icons, name) ? collection.icons[name] : undefined;
  if (!icon || !parseIconBody(icon.body)) return undefined;
  return {
    body: icon.body,
    width: icon.width ?? collection.width ?? 16,
    height: icon.height ?? collection.height ?? 16,
  };
}

/** The icons we drew ourselves. @throws ValiError when the file is not a collection */
export function readOwnIcons(): IconAnswer {
  return v.parse(iconAnswerSchema, JSON.parse(readFileSync(file, "utf8")));
}
