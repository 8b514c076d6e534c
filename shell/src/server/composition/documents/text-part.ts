import { hash } from "node:crypto";
import { toAddresses } from "../../images/image-address.ts";

/** A text of a document or a payload as bytes. A text that many pages share is encoded once, because encoding and searching it takes longer than a copy. */
export interface TextPart {
  bytes: Buffer;
  /** SHA-256, base64url: of the bytes, or of the digests of the parts that were joined. */
  digest: string;
  /** The addresses of the pictures it names, without the prefix `/_image/`. */
  pictures: readonly string[];
}

/** The pieces of a text in order: strings of a single page, and parts that many pages share. */
export type Written = string | TextPart | readonly Written[];

export function toPart(text: string): TextPart {
  const bytes = Buffer.from(text);
  return { bytes, digest: hash("sha256", bytes, "base64url"), pictures: toAddresses(text) };
}

/** Joins the pieces to one text. A picture that several parts name is listed once. */
export function joinParts(written: Written): TextPart {
  const parts: TextPart[] = [];
  let text = "";
  const endText = (): void => {
    if (text !== "") parts.push(toPart(text));
    text = "";
  };
  const add = (one: Written): void => {
    if (typeof one === "string") text += one;
    else if (isList(one)) for (const inner of one) add(inner);
    else {
      endText();
      parts.push(one);
    }
  };
  add(written);
  endText();
  return {
    bytes: Buffer.concat(parts.map(({ bytes }) => bytes)),
    digest: hash("sha256", parts.map(({ digest }) => digest).join(), "base64url"),
    pictures: [...new Set(parts.flatMap(({ pictures }) => pictures))],
  };
}

function isList(written: TextPart | readonly Written[]): written is readonly Written[] {
  return Array.isArray(written);
}
