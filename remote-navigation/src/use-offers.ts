import { useIslandContext } from "@site/contracts/react/site-context";
import { isBlocked } from "@site/contracts/visitor/visitor";

/**
 * Whether the page may offer the download of the client and the sign-up: not when the visitor's country is blocked, and not on the page for a denied
 * visitor (B287).
 */
export function useOffers(): boolean {
  const { page, visitor } = useIslandContext();
  return page.status !== 403 && !isBlocked(visitor);
}
