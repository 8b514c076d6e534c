import { SiteError } from "@site/contracts/errors";

/** The signals by which a person or the machine ends a command. */
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** The interruption of a command by a signal. */
export interface Interruption {
  /** Rejects with SiteError `INTERRUPTED` at the first signal. */
  interrupted: Promise<never>;
  /** Restores the default effect of signals. When there was a signal, it ends the process now, so that the caller sees it in the exit status. */
  end(): void;
}

/** Listens for signals that end a command, so that it says what it has done. Signals after the first one change nothing. */
export function listenForInterruption(process: NodeJS.Process): Interruption {
  const { promise, reject } = Promise.withResolvers<never>();
  // The command may be done before it waits for the promise: a rejection without a handler would end the process.
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
