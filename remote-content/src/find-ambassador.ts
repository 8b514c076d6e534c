import type { Ambassador, Ambassadors } from "@site/contracts/documents/ambassador";

/** The ambassador of a page, or undefined when the list has none of that slug, or is not there. */
export function findAmbassador(list: Ambassadors | undefined, slug: string | undefined): Ambassador | undefined {
  return list?.ambassadors.find((one) => one.slug === slug);
}
