import { SiteError } from "@site/contracts/errors";
import type { Signer } from "@site/contracts/signing/signed-document";

/** Who may sign on this machine. A server has no keys at all. */
export interface Keys {
  team(name: string): Promise<Signer>;
  check(): Promise<Signer>;
  operator(): Promise<Signer>;
}

/** The keys of a process. @throws SiteError `STORE_READ_ONLY` in one that signs nothing */
export function requireKeys(keys: Keys | undefined): Keys {
  if (!keys) throw new SiteError("STORE_READ_ONLY", {});
  return keys;
}
