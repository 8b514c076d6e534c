import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { askSite, SilentSite } from "@site/contracts/publishing/ask-site";
import * as v from "valibot";
import type { Environment } from "../../src/server/environment.ts";
import { makeFolders } from "../../src/server/disk/make-folders.ts";

/** Timeout in milliseconds of a server on this machine. One that has ended refuses the connection at once. */
const answerTimeoutMs = 5000;

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
 * The address of a server on this machine: of the last one that was started with this environment's state, unless it has ended, or the one that the
 * environment's port makes. `answers` is false when no server responds at either.
 */
export async function findServedAddress(
  environment: Environment,
  timeoutMs = answerTimeoutMs,
): Promise<{ address: string; answers: boolean }> {
  const text = await readFile(toFile(environment), "utf8").catch(() => "");
  const kept = v.safeParse(addressSchema, text);
  const usual = `http://localhost:${environment.port}/`;
  let silent: string | undefined;
  for (const address of [...(kept.success ? [kept.output] : []), usual]) {
    const found = await ask(address, timeoutMs);
    if (found === "answers") return { address, answers: true };
    if (found === "is silent") silent ??= address;
  }
  return { address: silent ?? usual, answers: false };
}

async function ask(address: string, silentMs: number): Promise<"answers" | "is silent" | "is not there"> {
  return askSite(address, { method: "HEAD", redirect: "follow", silentMs }).then(
    () => "answers",
    (error: unknown) => (error instanceof SilentSite ? "is silent" : "is not there"),
  );
}
