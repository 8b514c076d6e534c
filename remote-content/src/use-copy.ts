import { type Copies, pickCopy, type PickedCopy } from "@site/contracts/locale/pick-copy";
import { useIslandContext } from "@site/contracts/react/site-context";

/** The copy in the language of the page, or in a fallback language, with the language that it is in. */
export function useCopy<C>(copies: Copies<C>): PickedCopy<C> {
  return pickCopy(copies, useIslandContext());
}
