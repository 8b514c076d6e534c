import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";

/** Milliseconds a build waits for another one. Building everything takes a minute on a slow machine. */
const waitMs = 600_000;

/** Milliseconds between two attempts. */
const retryMs = 50;

/** What SQLite calls a database that another process holds. */
const busy = 5;

/** Works while no other process works under the same lock. See {@link takeLock}. */
export async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const release = await takeLock(file);
  try {
    return await work();
  } finally {
    release();
  }
}

/**
 * Waits for a lock and takes it. It is a lock of the operating system, taken through an empty SQLite database: a process that dies, however
 * it dies, holds it no longer. This process goes on with other work while it waits.
 * @returns what gives it back; called again, it does nothing
 */
export async function takeLock(file: string): Promise<() => void> {
  const until = performance.now() + waitMs;
  for (;;) {
    try {
      return lock(file);
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw error;
      await sleep(retryMs);
    }
  }
}

/** Takes the lock of {@link takeLock} at once. @returns undefined while another process holds it */
export function tryLock(file: string): (() => void) | undefined {
  try {
    return lock(file);
  } catch (error) {
    if (isBusy(error)) return undefined;
    throw error;
  }
}

function lock(file: string): () => void {
  mkdirSync(dirname(file), { recursive: true });
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    database.close();
    throw error;
  }
  return () => {
    if (database.isOpen) database.close();
  };
}

const isBusy = (error: unknown): boolean => error instanceof Error && "errcode" in error && error.errcode === busy;
