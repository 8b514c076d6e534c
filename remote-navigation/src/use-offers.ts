import { useIslandContext } from "@site/contracts/react/site-context";
import { isBlocked } from "@site/contracts/visitor/visitor";

/**
 * Whether the page may offer to download the client or to sign up: not where the visitor's country is blocked, and not on
 * the page of a visitor who is denied (B287).
 */
export function useOffers(): boolean {
  const { page, visitor } = useIslandContext();
  return page.status !== 403 && !isBlocked(visitor);
}
