import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { askSite } from "@site/contracts/publishing/ask-site";
import * as v from "valibot";
import type { Environment } from "../../src/server/environment.ts";
import { makeFolders } from "../../src/server/disk/make-folders.ts";

/** Timeout in milliseconds of a server on this machine. */
const answerTimeoutMs = 1000;

const addressSchema = v.pipe(v.string(), v.trim(), v.url());

const toFile = ({ places, siteId }: Environment): string => join(places.stateDir, `address-${siteId.toLowerCase()}`);

/** Stores the address of a server beside its state, for commands that print a link to it. A server that cannot write there continues. */
export async function keepServedAddress(environment: Environment, address: string): Promise<void> {
  try {
    await makeFolders(environment.places.stateDir);
    await writeFile(toFile(environment), `${address}/\n`);
  } catch {
    // The link then has the address from the environment.
  }
}

/**
 * The address of a server on this machine: of the last one that was started with this environment's state, or the one that the environment's port
 * makes. `answers` is false when no server responds at either.
 */
export async function findServedAddress(environment: Environment): Promise<{ address: string; answers: boolean }> {
  const text = await readFile(toFile(environment), "utf8").catch(() => "");
  const kept = v.safeParse(addressSchema, text);
  const usual = `http://localhost:${environment.port}/`;
  for (const address of [...(kept.success ? [kept.output] : []), usual])
    if (await isAnswered(address)) return { address, answers: true };
  return { address: usual, answers: false };
}

async function isAnswered(address: string): Promise<boolean> {
  return askSite(address, { method: "HEAD", redirect: "follow", silentMs: answerTimeoutMs }).then(
    () => true,
    () => false,
  );
}
