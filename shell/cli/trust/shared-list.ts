import { isSiteError, SiteError } from "@site/contracts/errors";
import type { Environment } from "../../src/server/environment.ts";
import type { TrustOutcome } from "../../src/server/releases/trust/change-trust.ts";
import { loadNats } from "../store/load-nats.ts";

/** The outcome of a change of the trust list. */
export interface SharedOutcome {
  outcome: TrustOutcome;
  /** Whether the store distributes the list to all servers: one in NATS does. */
  isShared: boolean;
}

/**
 * Changes the trust list of this machine. With a store in NATS, the store's list is fetched before, so that the change is made to the newest list,
 * and the changed list is copied to the store for all servers.
 * @throws SiteError `STORE_UNREACHABLE` before anything is changed; `TRUST_CHANGED` when another owner was first, and then this machine has that
 * owner's list; `TRUST_DIFFERS` when changes were made here, without the store, that conflict with it
 */
export async function changeSharedList(
  { places, rootDigest }: Environment,
  change: () => Promise<TrustOutcome>,
  say: (text: string) => void,
): Promise<SharedOutcome> {
  if (!places.nats) return { outcome: await change(), isShared: false };
  const { fetchTrust, openNatsLink, shareTrust } = await loadNats();
  const link = openNatsLink(places.nats, { keepsTrying: false, onWait: say });
  try {
    const copy = { ...places, rootDigest };
    const fetched = await fetchTrust(link, copy).catch((error: unknown) => {
      // This change replaces a list that another account wrote there. `shareTrust` checks by itself whether it is one.
      if (!isRefusal(error)) throw error;
      say(`The trust list in the store was not taken: ${error.message}`);
      return "refused";
    });
    const outcome = await change();
    // An earlier change may be pending that could not be shared.
    const isWaiting = outcome.state === "unchanged" && fetched === "older";
    if (outcome.state !== "published" && !isWaiting) return { outcome, isShared: false };
    try {
      await shareTrust(link, places.trustDir);
    } catch (error) {
      if (!isSiteError(error, "TRUST_DIFFERS") || fetched === "older" || fetched === "refused") throw error;
      await fetchTrust(link, copy, { discardsOwn: true });
      throw new SiteError("TRUST_CHANGED", { file: places.trustDir }, { cause: error });
    }
    return { outcome, isShared: true };
  } finally {
    await link.close();
  }
}

/** Whether the store's list is invalid. A machine that does not know which root to trust gets that error instead. */
function isRefusal(error: unknown): error is SiteError {
  return isSiteError(error) && /^(TRUST|SIGNATURE|KEY)/.test(error.code) && error.code !== "TRUST_ROOT_UNNAMED";
}
