// The globals of a server file beside the built-in objects of the language. None of them reveals the time, randomness or anything of the machine.
import { createBrowserNames } from "./browser-names.ts";
import { readBrowserSize, readClock } from "./surroundings.ts";

/** A timer that never fires: a render ends before it could. */
function ignoreTimer(): number {
  return 0;
}

class InertPort {
  onmessage = undefined;
  postMessage(): void {}
  close(): void {}
}

/** React makes a channel when it is loaded, for scheduled work. A render to a string schedules none. */
class InertMessageChannel {
  port1 = new InertPort();
  port2 = new InertPort();
}

/** A `Date` whose clock stands still. */
function createStillDate(): object {
  const Real = Date;
  function StillDate(this: unknown, ...parts: unknown[]): unknown {
    if (new.target === undefined) return new Real(readClock()).toString();
    const given = parts.length === 0 ? [readClock()] : parts;
    return Reflect.construct(Real, given, new.target === StillDate ? Real : new.target);
  }
  StillDate.prototype = Real.prototype;
  return Object.assign(StillDate, { now: () => readClock(), parse: Real.parse, UTC: Real.UTC });
}

const silence = (): void => undefined;

/** The globals of a new compartment, frozen: none can carry a change from one render to the next. Call it after the process is hardened. */
export function createGlobals(): Record<string, unknown> {
  const browserSize = readBrowserSize();
  return harden({
    ...(browserSize !== undefined && createBrowserNames(browserSize)),
    Date: createStillDate(),
    Intl,
    TextDecoder,
    TextEncoder,
    URL,
    URLSearchParams,
    MessageChannel: InertMessageChannel,
    setTimeout: ignoreTimer,
    clearTimeout: silence,
    console: { debug: silence, error: silence, info: silence, log: silence, trace: silence, warn: silence },
    process: { env: { NODE_ENV: "production" } },
  });
}
