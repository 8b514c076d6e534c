import { SiteError, toCode, toProblem } from "@site/contracts/errors";
import { within } from "../disk/within.ts";

/** The live and the desired revision, and why they differ. */
export interface ReconcilerStatus {
  /** The revision that is live; null before the first. */
  live: number | null;
  /** The revision of the store's head as last read; null while the store cannot be read or has none. */
  desired: number | null;
  /** Null while both are the same. */
  lag: {
    /** Since when they differ, or the store cannot be read: UTC, ISO 8601. */
    since: string;
    /** The code of the latest error; `UPDATING` while no attempt has failed. */
    why: string;
  } | null;
}

export interface ReconcilerOptions {
  /** The revision of the store's head; undefined before the first. */
  readDesired(): Promise<number | undefined>;
  /** The revision that is live; undefined before the first. */
  readLive(): number | undefined;
  /** Makes the store's head live. @returns false when a part of it could not be rendered and a retry is needed */
  apply(): Promise<boolean>;
  /** Called with a problem that differs from the previous one of its kind, so not at every attempt. */
  onProblem(error: unknown, what: "read" | "apply"): void;
  /** Called when the head is read after it could not be, with the seconds in between. */
  onReadAgain(seconds: number): void;
  /** A random number from 0 to below 1, for tests. */
  random?: () => number;
}

/** Makes the desired revision live, with retries for as long as another revision is live. */
export interface Reconciler {
  /**
   * Makes the store's head live for the first time.
   * @throws the error that prevents it: a server without pages does not start
   */
  start(): Promise<void>;
  /** Starts while restored pages are live: makes the store's head live now or in a retry. */
  resume(): void;
  /** Reads the store's head, and makes it live when another revision is live. Calls during a read cause one more read. */
  look(): Promise<void>;
  /** Composes the store's head again, because data or another input of pages changed. */
  renew(): void;
  status(): ReconcilerStatus;
  /** The sentence of the error that a lag has the code of, with names and addresses of this machine; null without an error. */
  problem(): string | null;
  /**
   * Values for gauges: the desired revision as last read, undefined before the first read; and the seconds since another revision is live or the
   * store cannot be read, 0 while neither is the case.
   */
  figures(): { desired: number | undefined; staleSeconds: number };
  stop(): void;
}

/** Milliseconds until the first retry; the delay doubles with each further retry up to `maxDelayMs`, less a random part of up to half. */
const firstDelayMs = 1000;
const maxDelayMs = 30_000;

/** Milliseconds until a read of the head times out. */
const readTimeoutMs = 10_000;

/** How many reads may be pending at once: each holds one of the four threads that also compress responses. */
const maxHangingReads = 2;

export function createReconciler({
  readDesired,
  readLive,
  apply,
  onProblem,
  onReadAgain,
  random = Math.random,
}: ReconcilerOptions): Reconciler {
  let desired: number | undefined;
  /** The latest errors of reading the head and of making it live. */
  const problems: { read?: unknown; apply?: unknown } = {};
  /** Whether data or another input of pages changed since the head was last made live. */
  let isRenewed = false;
  /** Whether a part of the live set could not be rendered. */
  let isPartial = false;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let isLookWanted = false;
  let applying: Promise<void> | undefined;
  let hangingReads = 0;
  /** Since when the server is stale: as a date for people, and by the monotonic clock, because the system clock may be set back. */
  let stale: { since: Date; fromMs: number } | undefined;
  let unreadableFromMs: number | undefined;
  let isStopped = false;

  /** Reads the head, one read at a time; calls during a read cause one more, which sees later changes. */
  function look(): Promise<void> {
    isLookWanted = !isStopped;
    looking ??= readWhileWanted().finally(() => {
      looking = undefined;
    });
    return looking;
  }

  async function readWhileWanted(): Promise<void> {
    while (isLookWanted) {
      isLookWanted = false;
      try {
        accept(await readHead());
      } catch (error) {
        fail("read", error);
      }
    }
  }

  async function readHead(): Promise<number | undefined> {
    const timeout = new SiteError("STORE_TIMEOUT", { milliseconds: readTimeoutMs });
    if (hangingReads >= maxHangingReads) throw timeout;
    hangingReads += 1;
    const head = readDesired().finally(() => {
      hangingReads -= 1;
    });
    return within(head, readTimeoutMs, timeout);
  }

  function accept(head: number | undefined): void {
    delete problems.read;
    if (unreadableFromMs !== undefined) onReadAgain((performance.now() - unreadableFromMs) / 1000);
    unreadableFromMs = undefined;
    if (head !== desired) {
      desired = head;
      // Apply a newer revision at once, also while the previous one waits for its retry.
      delete problems.apply;
      failures = 0;
      cancelRetry();
    }
    settle();
  }

  /** Makes the head live when it is not live and no retry is scheduled. */
  function settle(): void {
    noteStaleness();
    if (isStopped || applying || problems.read !== undefined) return;
    if (!isRenewed && !isPartial && desired === readLive()) {
      failures = 0;
      cancelRetry();
    } else if (timer === undefined) {
      applying = applyOnce().finally(() => {
        applying = undefined;
        settle();
      });
    }
  }

  async function applyOnce(): Promise<void> {
    isRenewed = false;
    const wanted = desired;
    try {
      isPartial = !(await apply());
      // `apply` reads the head again, which may be newer than the one read here.
      desired = Math.max(desired ?? 0, readLive() ?? 0) || undefined;
      delete problems.apply;
      if (isPartial && !isRenewed && desired === readLive()) retryLater();
    } catch (error) {
      // When the revision or data changed during the attempt, the next attempt starts at once.
      if (!isRenewed && desired === wanted) fail("apply", error);
      isRenewed = true;
    }
  }

  function fail(what: "read" | "apply", error: unknown): void {
    if (toProblem(problems[what]) !== toProblem(error)) onProblem(error, what);
    problems[what] = error;
    if (what === "read") unreadableFromMs ??= performance.now();
    noteStaleness();
    retryLater();
  }

  function retryLater(): void {
    if (isStopped || timer !== undefined) return;
    const delay = Math.min(firstDelayMs * 2 ** failures, maxDelayMs) * (1 - random() / 2);
    failures += 1;
    timer = setTimeout(() => {
      timer = undefined;
      void look();
    }, delay);
    timer.unref();
  }

  function cancelRetry(): void {
    clearTimeout(timer);
    timer = undefined;
  }

  /** Compares with the live revision at each call, because a revision goes live before its attempt ends. */
  function noteStaleness(): void {
    const isStale = problems.read !== undefined || desired !== readLive();
    if (!isStale) stale = undefined;
    else stale ??= { since: new Date(), fromMs: performance.now() };
  }

  const latest = (): unknown => problems.read ?? problems.apply;

  return {
    look,
    async start() {
      isPartial = !(await apply());
      desired = readLive();
      if (isPartial) retryLater();
    },
    resume() {
      isRenewed = true;
      void look();
    },
    renew() {
      isRenewed = true;
      // While the head cannot be read nothing can be made live: the scheduled retry stays.
      if (problems.read !== undefined) return;
      failures = 0;
      cancelRetry();
      settle();
    },
    status() {
      noteStaleness();
      const problem = latest();
      return {
        live: readLive() ?? null,
        desired: problems.read === undefined ? (desired ?? null) : null,
        lag: stale
          ? { since: stale.since.toISOString(), why: problem === undefined ? "UPDATING" : toCode(problem) }
          : null,
      };
    },
    problem() {
      noteStaleness();
      return stale && latest() !== undefined ? toProblem(latest()) : null;
    },
    figures() {
      noteStaleness();
      return { desired, staleSeconds: stale ? (performance.now() - stale.fromMs) / 1000 : 0 };
    },
    stop() {
      isStopped = true;
      cancelRetry();
    },
  };
}
