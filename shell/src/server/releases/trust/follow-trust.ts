import { SiteError, toProblem } from "@site/contracts/errors";
import { watchFolder } from "../../disk/watch-folder.ts";
import { openTrust, type TrustOptions } from "./open-trust.ts";
import type { Trust } from "./trust.ts";

/** The state of the trust list in a long-running process. */
export interface TrustStatus {
  /** Versions of the lists in use. */
  root: number;
  teams: number;
  /** The earlier expiry of both lists: UTC, ISO 8601. */
  expires: string;
  /** Why nothing new is accepted, and since when; null while the folder's lists are the ones in use. */
  problem: { code: string; since: string } | null;
}

/** A trust list that is read again when it changes. */
export interface FollowedTrust {
  /** The newest valid lists. While newer ones are refused, or these have expired, nothing new is accepted. */
  trust: Trust;
  status(): TrustStatus;
  /** Reads the lists again. Resolves to whether the lists, or the reason why newer ones are refused, have changed. */
  look(): Promise<boolean>;
  /** Reads the lists now, when the folder changes, and every half minute, and calls back after a change, until `signal` aborts. */
  watch(onChange: () => void, signal: AbortSignal): void;
}

/** Milliseconds between two reads of the lists, for file systems without change notifications. Expiry is noticed without reading. */
const lookIntervalMs = 30_000;

/** Milliseconds without a change before the lists are read: both are replaced one after the other. */
const quietMs = 100;

/**
 * Opens the trust list and follows it. Versions only rise: each new list is checked as at a start.
 * @throws what {@link openTrust} throws, when there is no valid list at the start
 */
export async function followTrust(options: TrustOptions): Promise<FollowedTrust> {
  const now = options.now ?? (() => new Date());
  let current = await openTrust(options);
  let refused: { error: unknown; since: Date } | undefined;
  let looks: Promise<unknown> = Promise.resolve();

  async function lookOnce(): Promise<boolean> {
    const before = { digest: current.digest, problem: toProblem(refused?.error) };
    try {
      current = await openTrust(options);
      refused = undefined;
    } catch (error) {
      refused = { error, since: refused?.since ?? now() };
    }
    return current.digest !== before.digest || toProblem(refused?.error) !== before.problem;
  }

  /** Reads in sequence: a slow read must not replace a newer list by an older one. */
  function look(): Promise<boolean> {
    const done = looks.then(lookOnce);
    looks = done;
    return done;
  }

  function assertInForce(): void {
    if (refused) throw refused.error;
    current.assertInForce();
  }

  function readProblem(): TrustStatus["problem"] {
    try {
      assertInForce();
      return null;
    } catch (error) {
      const code = error instanceof SiteError ? error.code : "UNEXPECTED";
      return { code, since: (refused?.since ?? toExpiry(current)).toISOString() };
    }
  }

  return {
    trust: {
      verify: (envelope, expected) => current.verify(envelope, expected),
      keysOf: (role) => current.keysOf(role),
      get root() {
        return current.root;
      },
      get teams() {
        return current.teams;
      },
      get revoked() {
        return current.revoked;
      },
      get digest() {
        return current.digest;
      },
      assertInForce,
    },
    status: () => ({
      root: current.root.version,
      teams: current.teams.version,
      expires: toExpiry(current).toISOString(),
      problem: readProblem(),
    }),
    look,
    watch(onChange, signal) {
      let timer: NodeJS.Timeout | undefined;
      const lookSoon = (): void => {
        clearTimeout(timer);
        timer = setTimeout(() => void look().then((isNew) => isNew && !signal.aborted && onChange()), quietMs);
        timer.unref();
      };
      watchFolder(options.trustDir, lookSoon, { signal, intervalMs: lookIntervalMs });
      // A start composes pages between the first read and this one: this detects a key that was revoked meanwhile.
      lookSoon();
      signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
    },
  };
}

/** The earlier expiry of both lists. */
function toExpiry({ root, teams }: Trust): Date {
  return root.expires < teams.expires ? root.expires : teams.expires;
}
