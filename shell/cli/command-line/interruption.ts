import { SiteError } from "@site/contracts/errors";

/** The signals by which a person or the machine ends a command. */
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** What ends a command before it is done. */
export interface Interruption {
  /** Rejects with SiteError `INTERRUPTED` at the first signal. */
  interrupted: Promise<never>;
  /** Lets signals do what they do by default again. When there was one, it ends the process now, so that the caller sees it. */
  end(): void;
}

/** Listens for signals that end a command, so that it says what it has done. What follows the first one is the same wish. */
export function listenForInterruption(process: NodeJS.Process): Interruption {
  const { promise, reject } = Promise.withResolvers<never>();
  // The command may be done before it looks.
  promise.catch(() => undefined);
  let first: NodeJS.Signals | undefined;
  function note(signal: NodeJS.Signals): void {
    first ??= signal;
    reject(new SiteError("INTERRUPTED", { signal: first }));
  }
  for (const signal of signals) process.on(signal, note);
  return {
    interrupted: promise,
    end() {
      for (const signal of signals) process.off(signal, note);
      if (first) process.kill(process.pid, first);
    },
  };
}
