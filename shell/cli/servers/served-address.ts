import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import type { Environment } from "../../src/server/environment.ts";
import { makeFolders } from "../../src/server/disk/make-folders.ts";

/** Milliseconds within which a server on this machine answers. */
const answerTimeoutMs = 1000;

const addressSchema = v.pipe(v.string(), v.trim(), v.url());

const toFile = ({ places, siteId }: Environment): string => join(places.stateDir, `address-${siteId.toLowerCase()}`);

/** Keeps the address of a server beside its state, for commands that print a link to it. A server that cannot write there serves all the same. */
export async function keepServedAddress(environment: Environment, address: string): Promise<void> {
  try {
    await makeFolders(environment.places.stateDir);
    await writeFile(toFile(environment), `${address}/\n`);
  } catch {
    // The link then has the address of the environment.
  }
}

/** The address of the server that was started last with this environment's state; undefined when none answers there. */
export async function findServedAddress(environment: Environment): Promise<string | undefined> {
  const text = await readFile(toFile(environment), "utf8").catch(() => "");
  const kept = v.safeParse(addressSchema, text);
  if (!kept.success) return undefined;
  const answers = await fetch(kept.output, { method: "HEAD", signal: AbortSignal.timeout(answerTimeoutMs) }).then(
    () => true,
    () => false,
  );
  return answers ? kept.output : undefined;
}
