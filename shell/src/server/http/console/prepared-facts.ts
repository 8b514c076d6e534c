import type { FastifyRequest } from "fastify";
import type { SetVersions } from "@site/contracts/releases/release-set";
import type { ConsoleSources } from "../../console/console-sources.ts";
import type { ActionKind, PreparedAction } from "../../console/prepare-action.ts";
import type { SetChecks } from "../../console/set-checks.ts";
import { type BlastRadius, findBlastRadius } from "../../publishing/blast-radius.ts";
import { loadPackages } from "../../publishing/load-packages.ts";
import { listPlanned, type Move, toDifference } from "../../publishing/promote.ts";
import { readLayout } from "../../releases/read-layout.ts";
import type { FollowedTrust } from "../../releases/trust/follow-trust.ts";
import type { Sessions, SignedIn } from "../../testers/session.ts";
import { isApart } from "../answers/is-apart.ts";
import { toApartUrl } from "./console-host.ts";
import { preparePath } from "./prepare-link.ts";
import type { SigningOffer } from "./signing-card.ts";
import { toSigningOffer } from "./signing-offer.ts";

export interface PreparedFactsOptions extends Pick<ConsoleSources, "site" | "data" | "store"> {
  sessions: Sessions;
  trust: FollowedTrust | undefined;
  /** The host name at which browsers sign; absent when they do not. */
  consoleHost?: string | undefined;
  /** Absent on a server without the release check's key. */
  checks: SetChecks | undefined;
}

/** The facts that an operator reads about a prepared action before signing it. */
export interface PreparedFacts {
  /**
   * How the operator can sign it in the browser; undefined when the console has no host name of its own, or there is nothing to change.
   * @param shown the fields of its address
   */
  offerSigning(
    request: FastifyRequest,
    signedIn: SignedIn,
    shown: { why: string; proof: string } & Record<string, string>,
    prepared: PreparedAction,
  ): Promise<SigningOffer | undefined>;
  /** The sets of a plan for which no release check has signed. */
  listUnchecked(move: Move): Promise<SetVersions[]>;
  /** The pages with each package that changes for some visitors. */
  findRadius(kind: ActionKind, prepared: PreparedAction): Promise<(readonly [string, BlastRadius])[]>;
}

export function createPreparedFacts({
  site,
  data,
  store,
  sessions,
  trust,
  consoleHost,
  checks,
}: PreparedFactsOptions): PreparedFacts {
  return {
    async offerSigning(request, { session }, shown, { move }) {
      const { why, proof: _proof, ...fields } = shown;
      if (consoleHost === undefined || !trust || move.isDone) return undefined;
      if (!isApart(request, consoleHost)) {
        const to = `${preparePath}?${new URLSearchParams({ ...fields, why })}`;
        return { kind: "elsewhere", url: toApartUrl(request, consoleHost, to) };
      }
      const unchecked = checks && (await listUnchecked(move));
      if (unchecked && unchecked.length > 0) return { kind: "unchecked", state: checks.find(unchecked), fields: shown };
      return toSigningOffer({ store, sessions, trust: trust.trust }, session, move, why);
    },
    listUnchecked,
    async findRadius(kind, { move }) {
      const { canary } = move.channels;
      const versions = canary && kind === "canary-start" ? canary.versions : move.versions;
      const names = toDifference(move.before?.set.versions, versions).map(({ name }) => name);
      if (names.length === 0) return [];
      const packages = await loadPackages(store, versions);
      const layout = readLayout(packages);
      const sites = [{ site, data: data.documents() }];
      return names
        .filter((name) => packages.has(name))
        .map((name) => [name, findBlastRadius(name, packages, layout, sites)] as const);
    },
  };

  async function listUnchecked({ versions, channels }: Move): Promise<SetVersions[]> {
    const unchecked: SetVersions[] = [];
    for (const one of listPlanned(versions, channels))
      if (!(await store.isChecked(await store.toSet(one)))) unchecked.push(one);
    return unchecked;
  }
}
