import type { Ambassador, Ambassadors } from "@site/contracts/documents/ambassador";

/** The ambassador of a page; undefined when the list lacks the slug, or is missing. */
export function findAmbassador(list: Ambassadors | undefined, slug: string | undefined): Ambassador | undefined {
  return list?.ambassadors.find((one) => one.slug === slug);
}
