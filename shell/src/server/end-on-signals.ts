import { closeSync, constants, openSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { App } from "./app-options.ts";
import type { Composer } from "./composition/process/composer.ts";
import type { Continuity } from "./continuity/continuity.ts";
import type { Announcer } from "./live/announcer.ts";
import { onParentGone } from "./end-with-parent.ts";
import type { ReleaseStore } from "./releases/release-store.ts";

/** Milliseconds that requests in flight have to finish after SIGTERM. */
const drainTimeMs = 10_000;

/** Milliseconds that a connection which was taken last has to send its request, when the server drains. */
const firstRequestMs = 500;

/** The parts of a serving server that are ended with it. */
export interface Serving {
  app: App;
  composer: Composer;
  store: ReleaseStore;
  continuity: Continuity;
  announcer: Announcer | undefined;
  /** Ends what follows changes of the store and of files. */
  stop: AbortController;
  /** Seconds in which load balancers and clients with kept connections go elsewhere, before any connection is refused. */
  drainSeconds: number;
  /** Whether SIGHUP asks for something else, such as reading a certificate again. */
  keepsOnHangUp: boolean;
}

/**
 * Ends the process after it has answered the requests in flight, and takes no new ones: at the first SIGTERM or SIGINT, when the command that started
 * it was killed, and at SIGHUP. With `keepsOnHangUp` SIGHUP ends it only when the terminal was closed in which it was started.
 */
export function endOnSignals(serving: Serving): void {
  const hadTerminal = hasTerminal();
  let isEnding = false;
  function end(): void {
    if (isEnding) return;
    isEnding = true;
    void endServing(serving);
  }
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
  onParentGone(end);
  process.on("SIGHUP", () => {
    if (!serving.keepsOnHangUp || (hadTerminal && !hasTerminal())) end();
  });
}

/** Whether this process belongs to a terminal that is open. A service has none. */
function hasTerminal(): boolean {
  try {
    closeSync(openSync("/dev/tty", constants.O_RDONLY | constants.O_NOCTTY | constants.O_NONBLOCK));
    return true;
  } catch {
    return false;
  }
}

async function endServing({
  app,
  composer,
  store,
  continuity,
  announcer,
  stop,
  drainSeconds,
}: Serving): Promise<never> {
  app.announceEnd();
  await sleep(drainSeconds * 1000);
  stop.abort();
  const late = setTimeout(() => process.exit(1), drainTimeMs);
  late.unref();
  await announcer?.close();
  const closed = app.server.close();
  // A connection that was taken just now has not sent its request yet.
  if (drainSeconds > 0) await sleep(firstRequestMs);
  app.startDraining();
  await closed;
  await composer.close();
  await store.close();
  await continuity.close();
  process.exit(0);
}
