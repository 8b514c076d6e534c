import type { PageParts, PagePayload } from "@site/contracts/pages/payload";
import { toInlineJson } from "../../pages/remote-text.ts";
import { toListJson, toObjectJson, toSharedJson } from "./json-parts.ts";
import type { PageData } from "./page-data.ts";
import { joinParts, type TextPart, type Written } from "./text-part.ts";

/** Writes a page as the payload of a soft navigation, with the members of `pagePayloadSchema`. */
export function toPayloadText(page: PageData): TextPart {
  const { format, releases, status, documentTitle, heading, description, canonical, layout, vendors, styles } = page;
  const own = { format, releases, status, documentTitle, heading, description, canonical, layout, vendors };
  const members: Partial<Record<keyof PagePayload, Written>> = {
    ...toMembers(own),
    parts: toObjectJson(toPartsMembers(page.parts)),
    styles: toInlineJson(styles),
    slots: toListJson(page.slots.map(({ payload }) => payload)),
  };
  return joinParts(toObjectJson(members));
}

/** The JSON of each part of a page. The documents are the same objects on all pages of a language, so each is written once. */
export function toPartsMembers({ data, ...parts }: PageParts): Record<keyof PageParts, Written> {
  const documents = Object.entries(data).map(([name, document]) => [name, document && toSharedJson(document)] as const);
  const { locale, page, visitor, title, vendors, islands } = parts;
  return {
    ...toMembers({ locale, page, visitor, title }),
    data: toObjectJson(Object.fromEntries(documents)),
    ...toMembers({ vendors, islands }),
  };
}

function toMembers<T extends object>(values: T): Record<keyof T, string>;
function toMembers(values: object): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, toInlineJson(value)]));
}
