import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { workspaceRoot } from "./workspace.ts";

/** Milliseconds a build waits for another one. Building everything takes a minute on a slow machine. */
const waitMs = 600_000;

/** The lock that builds of this workspace take. */
export const buildLock = join(workspaceRoot, "node_modules/.cache/site-build.lock");

/**
 * Works while no other process works under the same lock. It is a lock of the operating system, taken through an empty SQLite
 * database: a process that dies, however it dies, holds it no longer.
 */
export async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  mkdirSync(dirname(file), { recursive: true });
  const database = new DatabaseSync(file, { timeout: waitMs });
  try {
    database.exec("BEGIN EXCLUSIVE");
    return await work();
  } finally {
    database.close();
  }
}
