import { expect } from "vitest";

/** The addresses of a document's links of a kind, and their languages. */
export function readLinks(html: string, rel: string): { href: string; hreflang: string }[] {
  return [...html.matchAll(new RegExp(`<link rel="${rel}"([^>]*)>`, "g"))].map(([, rest = ""]) => ({
    href: / href="([^"]*)"/.exec(rest)?.[1] ?? "",
    hreflang: / hreflang="([^"]*)"/.exec(rest)?.[1] ?? "",
  }));
}

/** What a document says of itself under a name. */
export function readMeta(html: string, name: string): string {
  return new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)">`).exec(html)?.[1] ?? "";
}

/** A thing that structured data describes. */
export interface Thing {
  "@type": string;
  name?: string;
  inLanguage?: string;
  operatingSystem?: string;
  itemListElement?: { item: string }[];
}

/** What a page says of itself in the words of schema.org. */
export function readStructuredData(html: string): Thing[] {
  const [, text = ""] = /<script type="application\/ld\+json">([^<]+)<\/script>/.exec(html) ?? [];
  const data: { "@context": string; "@graph": Thing[] } = JSON.parse(text);
  expect(data["@context"]).toBe("https://schema.org");
  return data["@graph"];
}
