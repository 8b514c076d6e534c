import type { ListedToken } from "../../src/server/access/token-list.ts";
import { toTokenState } from "../../src/server/access/token-list.ts";
import { readProposal } from "../../src/server/releases/trust/trust-proposal.ts";
import type { Trust } from "../../src/server/releases/trust/trust.ts";
import { type Diagnosis, fine } from "./diagnosis.ts";

const dayMs = 86_400_000;

/** Days before an expiry from which a finding is made, and from which it is urgent. */
const expiryDays = { list: { soon: 30, now: 7 }, token: { soon: 14, now: 0 } } as const;

/** The remaining validity of the trust lists. After their expiry no new record is accepted and no server starts; the live set stays on those that run. */
export function examineTrust({ root, teams }: Pick<Trust, "root" | "teams">, now: Date): Diagnosis[] {
  const lists = [
    { what: "The root's list", expires: root.expires },
    { what: "The list of teams", expires: teams.expires },
  ];
  return lists.map(({ what, expires }): Diagnosis => {
    const days = Math.floor((expires.getTime() - now.getTime()) / dayMs);
    const day = expires.toISOString().slice(0, 10);
    if (days >= expiryDays.list.soon) return fine("trust", `${what} holds until ${day}.`);
    return {
      about: "trust",
      state: days < expiryDays.list.now ? "now" : "soon",
      found:
        days < 0
          ? `${what} expired on ${day}: no new record is accepted, and a server that ends does not start again.`
          : `${what} expires on ${day}, in ${days} days.`,
      change: "An owner of the root's key renews both lists: site trust renew --days 365.",
    };
  });
}

/**
 * A pending change of the lists: other owners have to sign it, or the command was interrupted. A revoked key counts until then.
 * @throws SiteError `TRUST_INVALID`
 */
export async function examineProposal(trustDir: string): Promise<Diagnosis[]> {
  if (!(await readProposal(trustDir))) return [];
  return [
    {
      about: "trust",
      state: "soon",
      found: `A change of the trust list waits in ${trustDir}. It does not count yet, and no other change is made before it.`,
      change:
        "site trust sign --dry-run shows it. An owner's site trust sign signs it, and completes one that was interrupted; site trust withdraw drops it.",
    },
  ];
}

/** Valid tokens that expire in the next days. */
export function examineTokens(tokens: readonly ListedToken[], now: Date): Diagnosis[] {
  return tokens.flatMap((token): Diagnosis[] => {
    const days = Math.floor((Date.parse(token.expires) - now.getTime()) / dayMs);
    if (toTokenState(token, now) !== "good" || days >= expiryDays.token.soon) return [];
    return [
      {
        about: "tokens",
        state: "soon",
        found: `The token ${token.id} of ${token.owner} expires on ${token.expires.slice(0, 10)}.`,
        change: `site tokens rotate ${token.id} makes the next one; the old one stays good for a day.`,
      },
    ];
  });
}
