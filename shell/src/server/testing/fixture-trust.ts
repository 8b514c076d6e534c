import { SiteError } from "@site/contracts/errors";
import { createIdentities, type Identities } from "../releases/trust/create-identities.ts";
import type { KeyHolder } from "../releases/trust/key-files.ts";
import type { Signer } from "@site/contracts/signing/signed-document";
import { createTrust, type Trust } from "../releases/trust/trust.ts";
import { parseRootList, parseTeamList } from "../releases/trust/trust-list.ts";

/** A trust in memory, with the private keys of all its roles. */
export interface FixtureTrust extends Identities {
  trust: Trust;
  /** @throws SiteError `ROLE_UNKNOWN` */
  signerOf(holder: KeyHolder): Signer;
  check: Signer;
  operator: Signer;
  team(name: string): Signer;
}

/** Makes a key for each role and team, and a trust list that counts for a day. */
export const createTestIdentities = (teams: readonly string[], now = new Date()): Promise<Identities> =>
  createIdentities({ teams, expires: new Date(now.getTime() + 86_400_000) });

/**
 * Makes identities and their trust list for a test, without any file.
 * @param made identities of an earlier one, to trust the same keys
 */
export async function createFixtureTrust({
  teams,
  now = () => new Date(),
  ...given
}: {
  teams: readonly string[];
  now?: () => Date;
  made?: Identities;
}): Promise<FixtureTrust> {
  const made = given.made ?? (await createTestIdentities(teams, now()));
  function signerOf(holder: KeyHolder): Signer {
    const name = holder.kind === "team" ? holder.name : holder.kind;
    const found = made.identities.find(
      (identity) =>
        identity.holder.kind === holder.kind && (identity.holder.kind !== "team" || identity.holder.name === name),
    );
    if (!found) throw new SiteError("ROLE_UNKNOWN", { role: name, known: teams.join(", ") });
    return found.signer;
  }
  return {
    ...made,
    trust: createTrust(parseRootList(made.root, "root.json"), parseTeamList(made.targets, "targets.json"), now),
    signerOf,
    check: signerOf({ kind: "check" }),
    operator: signerOf({ kind: "operator" }),
    team: (name) => signerOf({ kind: "team", name }),
  };
}
