import { scanHtml } from "./scan-html.ts";

/** Every id that a fragment gives to an element. */
export function listIds(html: string): string[] {
  return scanHtml(html).elements.flatMap(({ attributes }) => attributes.get("id") ?? []);
}
