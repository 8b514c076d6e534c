import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { PayloadSlot } from "@site/contracts/pages/payload";
import { escapeHtml } from "../../pages/remote-text.ts";
import type { FragmentTree } from "../fragments/composed-page.ts";
import { fillSlots } from "../fragments/fragment.ts";
import { type TextPart, toPart } from "./text-part.ts";

/** A slot of the document with all of its fragments, in the forms that documents and payloads contain. */
export interface SlotParts {
  application: string;
  /** The hash of everything that visitors see of it: 16 hexadecimal digits. */
  key: string;
  /** The whole hash: SHA-256, base64url. */
  digest: string;
  /** The container with its HTML. */
  document: TextPart;
  /** The slot as JSON. */
  payload: TextPart;
}

/** Most bytes of cached slots: those of about a hundred different headers or pages. */
const maxBytes = 8 * 1024 * 1024;

/** Writes slots, with a cache for equal ones: most pages differ in one or two slots only. */
export class SlotWriter {
  readonly #known = new LRUCache<string, SlotParts>({
    maxSize: maxBytes,
    sizeCalculation: ({ document, payload }) => 500 + document.bytes.length + payload.bytes.length,
  });

  write(tree: FragmentTree, application: string): SlotParts {
    const name = toName(tree);
    if (name === undefined) return toSlotParts(tree, application);
    const key = `${application} ${name}`;
    const known = this.#known.get(key) ?? toSlotParts(tree, application);
    this.#known.set(key, known);
    return known;
  }
}

/** Equal for trees that show the same: made of the hashes of its fragments. Undefined for one with a fallback or last good fragment, which is rare. */
function toName({ origin, isLate, inner }: FragmentTree): string | undefined {
  if (!origin || isLate) return undefined;
  const names = inner.map(toName);
  return names.includes(undefined) ? undefined : `${origin.digest}(${names.join(",")})`;
}

function toSlotParts(tree: FragmentTree, application: string): SlotParts {
  const html = toInnerHtml(tree);
  const attributes = toAttributes(tree);
  const hash = createHash("sha256")
    .update(JSON.stringify([application, attributes]))
    .update(html)
    .digest();
  const key = hash.toString("hex", 0, 8);
  const slot: PayloadSlot = { application, html, attributes, key };
  return {
    application,
    key,
    digest: hash.toString("base64url"),
    document: toPart(
      `<div id="single-spa-application:${application}"${toAttributeText({ ...attributes, key })}>${html}</div>`,
    ),
    payload: toPart(JSON.stringify(slot)),
  };
}

function toInnerHtml({ html, inner }: FragmentTree): string {
  return fillSlots(
    html,
    inner.map(
      (one) =>
        `<div data-slot="${one.island}" data-variant="${one.variant}"${toAttributeText(toAttributes(one))}>${toInnerHtml(one)}</div>`,
    ),
  );
}

/** What boot and core read of an island: its slot's id and its trigger. */
function toAttributes({ id, live }: FragmentTree): Record<string, string> {
  if (!live) return {};
  return {
    island: id,
    hydrate: live.hydrate,
    ...(live.hydrateOnQuery === undefined ? {} : { query: live.hydrateOnQuery }),
  };
}

/** ` data-island="…"` for each attribute. */
function toAttributeText(attributes: Record<string, string>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`)
    .join("");
}
