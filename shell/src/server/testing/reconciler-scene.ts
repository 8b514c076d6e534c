import { SiteError } from "@site/contracts/errors";
import { afterEach, beforeEach, vi } from "vitest";
import { createReconciler, type Reconciler } from "../live/reconciler.ts";

/** When the clock of a test starts. */
export const startedAt = new Date("2026-11-22T12:00:00.000Z");

/** A reconciler with a scripted store and site, and a record of what it did. */
export class Scene {
  head: number | undefined = 1;
  live: number | undefined;
  /** Replaces reading the head. */
  reading: (() => Promise<number | undefined>) | undefined;
  /** Runs before the head is made live. May throw, or return `"partial"` for a set that went live with failures. */
  applying: (() => Promise<"partial" | undefined>) | undefined;
  /** Each attempt to make a revision live: the seconds after the start, and the revision. */
  attempts: [number, number | undefined][] = [];
  problems: string[] = [];
  /** For how many seconds the head could not be read, each time that it was read again. */
  readAgain: number[] = [];
  /** What `random` returns: with 0 every wait is the longest. */
  luck = 0;

  readonly reconciler: Reconciler = createReconciler({
    readDesired: async () => (this.reading ? this.reading() : this.head),
    readLive: () => this.live,
    apply: async () => {
      this.attempts.push([(Date.now() - startedAt.getTime()) / 1000, this.head]);
      const head = this.head;
      const part = await this.applying?.();
      this.live = head;
      return part !== "partial";
    },
    onProblem: (error, what) =>
      this.problems.push(`${what} ${error instanceof SiteError ? error.code : String(error)}`),
    onReadAgain: (seconds) => this.readAgain.push(seconds),
    random: () => this.luck,
  });
}

/** A started scene for each test of a file, on fake timers that only {@link pass} advances. */
export function useScene(): () => Scene {
  let scene: Scene | undefined;
  beforeEach(async () => {
    vi.useFakeTimers({ now: startedAt });
    scene = new Scene();
    await scene.reconciler.start();
    scene.attempts = [];
  });
  afterEach(() => {
    scene?.reconciler.stop();
    vi.useRealTimers();
  });
  return () => {
    if (!scene) throw new Error("The test has not begun.");
    return scene;
  };
}

/** Advances the fake timers by seconds. */
export async function pass(seconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(seconds * 1000);
}

export function fail(problem: Error): () => Promise<never> {
  return async () => {
    throw problem;
  };
}
