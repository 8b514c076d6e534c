import type { SiteConfig } from "@site/contracts/site/site-config";
import { SiteError } from "@site/contracts/errors";
import { type Composer, createComposer } from "../composition/process/composer.ts";
import { codeCache } from "./code-cache.ts";

/** The composer of each configuration, and the end of the last call that was made of it. */
const shared = new Map<string, { composer: Composer; last: Promise<unknown> }>();

/**
 * A composer that all servers of a process share whose sites and code are alike: starting its processes takes longer than most tests. Their calls wait for
 * each other, and closing it ends the caller's own run and no more. Its processes stay until that process ends.
 * @param code as in the options of a composer
 */
export function shareComposer(site: SiteConfig, code?: string): Composer {
  const key = JSON.stringify([site, code]);
  const common = shared.get(key) ?? {
    composer: createComposer({
      site,
      workAhead: false,
      codeCache,
      keepsProcesses: true,
      ...(code !== undefined && { code }),
    }),
    last: Promise.resolve(),
  };
  shared.set(key, common);
  const { composer } = common;
  let isClosed = false;
  /** Whether the call under way is the caller's. */
  let isRunning = false;
  /** Calls that wait for those of others, and are rejected when it is their turn. */
  const waiting = new Set<{ isAbandoned: boolean }>();

  async function inTurn(call: { isAbandoned: boolean }, compose: () => ReturnType<Composer["compose"]>) {
    waiting.delete(call);
    if (call.isAbandoned) throw new SiteError("COMPOSE_FAILED", { problem: "it was abandoned" });
    isRunning = true;
    try {
      return await compose();
    } finally {
      isRunning = false;
    }
  }

  async function abandon(): Promise<void> {
    for (const call of waiting) call.isAbandoned = true;
    if (isRunning) await composer.abandon();
  }

  return {
    ...composer,
    abandon,
    async compose(...given) {
      const call = { isAbandoned: false };
      waiting.add(call);
      const run = common.last.then(() => inTurn(call, () => composer.compose(...given)));
      common.last = run.catch(() => undefined);
      const outcome = await run.catch((error: unknown) => error);
      // As of a composer of its own: what was under way when it was closed never settles.
      if (isClosed) return new Promise<never>(() => undefined);
      if (outcome instanceof Error) throw outcome;
      return run;
    },
    async close() {
      isClosed = true;
      await abandon();
    },
  };
}
