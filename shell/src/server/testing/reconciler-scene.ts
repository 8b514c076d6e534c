import { SiteError } from "@site/contracts/errors";
import { afterEach, beforeEach, vi } from "vitest";
import { createReconciler, type Reconciler } from "../live/reconciler.ts";

/** When the clock of a test starts. */
export const startedAt = new Date("2026-11-22T12:00:00.000Z");

/** A store and a site that do what a test tells them to, and what the reconciler did with them. */
export class Scene {
  head: number | undefined = 1;
  live: number | undefined;
  /** What reading the head does instead of telling it. */
  reading: (() => Promise<number | undefined>) | undefined;
  /** What making it live does instead of that; true when it is to go on as usual. */
  applying: (() => Promise<"partial" | undefined>) | undefined;
  /** Seconds after the start at which it was tried to make a revision live, and which it was. */
  attempts: [number, number | undefined][] = [];
  problems: string[] = [];
  /** Answers of `random`: 0 leaves a wait at its longest. */
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
    random: () => this.luck,
  });
}

/** A scene for each test of a file, started, on a clock that stands still until the test lets time pass. */
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

/** Lets seconds pass. */
export async function pass(seconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(seconds * 1000);
}

export function fail(problem: Error): () => Promise<never> {
  return async () => {
    throw problem;
  };
}
