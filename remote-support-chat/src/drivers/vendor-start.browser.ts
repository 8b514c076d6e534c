import type { ChatReport } from "../chat-driver.ts";
import { during } from "./during.ts";
import { keepGlobals } from "./keep-globals.browser.ts";

/** Loads and initialises a generation's script. */
export interface VendorStart {
  prepare(attempt: AbortSignal): Promise<void>;
  /** The vendor reports that it is ready. It does so again after every conversation, and may do so twice. */
  succeed(): void;
  /** The vendor reports that it cannot become ready. */
  fail(problem: string): void;
}

interface VendorStartOptions {
  scriptUrl: string;
  /** Finds the script's globals and calls its `init`. @throws when they are missing, or `init` refuses */
  initialise(): void;
  tell(report: ChatReport): void;
}

/** Loads a vendor's script once and initialises it once (B100): neither can be done twice. */
export function createVendorStart({ scriptUrl, initialise, tell }: VendorStartOptions): VendorStart {
  const ready = Promise.withResolvers<void>();
  const failure = Promise.withResolvers<never>();
  // Without a handler, a failure while no attempt waits would be an unhandled rejection.
  failure.promise.catch(() => undefined);
  let script: Promise<void> | undefined;
  let isInitialised = false;
  let putBack: (() => string[]) | undefined;

  function repair(): void {
    const names = putBack?.() ?? [];
    if (names.length > 0) tell({ type: "meddled", names });
  }

  async function load(): Promise<void> {
    putBack = keepGlobals();
    try {
      await loadScript(scriptUrl, repair);
    } catch (error) {
      // The next attempt retries.
      script = undefined;
      throw error;
    }
  }

  return {
    async prepare(attempt) {
      await during(attempt, (script ??= load()));
      if (!isInitialised) {
        try {
          initialise();
        } finally {
          repair();
        }
        isInitialised = true;
      }
      await during(attempt, Promise.race([ready.promise, failure.promise]));
    },
    succeed() {
      repair();
      ready.resolve();
    },
    fail(problem) {
      failure.reject(new Error(problem));
    },
  };
}

/** @param loaded called as soon as the script has run, before any other script can run */
function loadScript(url: string, loaded: () => void): Promise<void> {
  const script = document.createElement("script");
  return new Promise((resolve, reject) => {
    script.addEventListener("load", () => {
      loaded();
      resolve();
    });
    script.addEventListener("error", () => {
      script.remove();
      reject(new Error(`${url} could not be loaded`));
    });
    // Throws when the page's policy does not allow the host.
    script.src = url;
    document.head.append(script);
  });
}
