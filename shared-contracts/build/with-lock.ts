import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";

/** Timeout in milliseconds for another build. Building everything takes a minute on a slow machine. */
const waitMs = 600_000;

/** Milliseconds between two attempts. */
const retryMs = 50;

/** The databases of the locks that this process holds: one that nothing referred to would be collected, and its lock released. */
const held = new Set<DatabaseSync>();

/** SQLite's error code for a database that another process has locked. */
const busyCode = 5;

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
 * Waits for a lock and takes it. It is a lock of the operating system, taken through an empty SQLite database, so it is released when its process
 * ends in any way. This process can do other work while it waits.
 * @returns a function that releases the lock; calling it again has no effect
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

/** Takes the lock of {@link takeLock} without waiting. @returns undefined while another process holds it */
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
  held.add(database);
  return () => {
    if (held.delete(database)) database.close();
  };
}

const isBusy = (error: unknown): boolean => error instanceof Error && "errcode" in error && error.errcode === busyCode;
