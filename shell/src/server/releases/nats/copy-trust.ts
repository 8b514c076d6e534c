import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Digest } from "@site/contracts/releases/digest";
import { isSiteError, SiteError } from "@site/contracts/errors";
import { openTrust } from "../trust/open-trust.ts";
import { toAddressText } from "./nats-address.ts";
import { listKeys, withKeys } from "./nats-buckets.ts";
import type { NatsLink } from "./nats-link.ts";

/** The files of a trust list that are shared. */
const listFile = /^(([1-9]\d{0,8}\.)?root|targets)\.json$/;

const prefix = "trust.";

export interface TrustCopy {
  /** The lists of this machine. */
  trustDir: string;
  stateDir: string;
  rootDigest: Digest | undefined;
}

/**
 * Fetches the trust list that the store carries, when it differs from this machine's. It is checked as a restart would check it before it replaces a
 * file, so an account that can write the store cannot change who is trusted, nor bring back an older list.
 * @returns whether a file was replaced; `"older"` when this machine has a newer list, as after a change of it that was not shared yet
 * @throws SiteError `TRUST_ROOT_UNNAMED` on a machine without list, memory and `TRUST_ROOT_DIGEST`; `TRUST_*` when the list is refused; `STORE_*`
 */
export async function fetchTrust(
  link: NatsLink,
  { trustDir, stateDir, rootDigest }: TrustCopy,
): Promise<"replaced" | "same" | "older"> {
  const shared = await readShared(link);
  const own = await readOwn(trustDir);
  const changed = [...shared].filter(([name, bytes]) => own.get(name)?.equals(bytes) !== true);
  if (changed.length === 0) return "same";
  // The first list that comes over the network would otherwise decide who is trusted.
  if (own.size === 0 && rootDigest === undefined)
    throw new SiteError("TRUST_ROOT_UNNAMED", { address: toAddressText(link.address) });
  const pinned = { stateDir, ...(rootDigest !== undefined && { rootDigest }) };
  // Remembers the version of this machine's own list, so that an older one does not replace it. Its own problems are told where it is opened.
  if (own.size > 0) await openTrust({ trustDir, ...pinned }).catch(() => undefined);
  await mkdir(stateDir, { recursive: true, mode: 0o700 });
  const next = await mkdtemp(join(stateDir, "trust-"));
  try {
    for (const [name, bytes] of shared) await writeFile(join(next, name), bytes);
    await openTrust({ trustDir: next, ...pinned });
    await mkdir(trustDir, { recursive: true });
    for (const [name] of changed.toSorted(byOrder)) await rename(join(next, name), join(trustDir, name));
    return "replaced";
  } catch (error) {
    if (isSiteError(error, "TRUST_ROLLED_BACK")) return "older";
    throw error;
  } finally {
    await rm(next, { recursive: true, force: true });
  }
}

/** Gives the trust list of this machine to the store, for the other machines. What the store has of another version is replaced. */
export async function shareTrust(link: NatsLink, trustDir: string): Promise<void> {
  const shared = await readShared(link);
  for (const [name, bytes] of [...(await readOwn(trustDir))].toSorted(byOrder)) {
    if (shared.get(name)?.equals(bytes) !== true)
      await withKeys(link, "data", async ({ kv }) => void (await kv.put(`${prefix}${name}`, bytes)));
  }
}

async function readShared(link: NatsLink): Promise<Map<string, Buffer>> {
  return withKeys(link, "data", async (bucket) => {
    const found = new Map<string, Buffer>();
    for (const key of await listKeys(bucket, `${prefix}>`)) {
      const name = key.slice(prefix.length);
      const entry = listFile.test(name) ? await bucket.kv.get(key) : undefined;
      if (entry?.operation === "PUT") found.set(name, Buffer.from(entry.value));
    }
    return found;
  });
}

async function readOwn(trustDir: string): Promise<Map<string, Buffer>> {
  const names = (await readdir(trustDir).catch(() => [])).filter((name) => listFile.test(name));
  return new Map(await Promise.all(names.map(async (name) => [name, await readFile(join(trustDir, name))] as const)));
}

/** Earlier roots first, the newest root after them, the list of teams last: it has to be good by the root that stands beside it. */
function byOrder([a]: [string, Buffer], [b]: [string, Buffer]): number {
  return toRank(a) - toRank(b);
}

function toRank(name: string): number {
  if (name === "targets.json") return Number.POSITIVE_INFINITY;
  return name === "root.json" ? Number.MAX_SAFE_INTEGER : Number.parseInt(name, 10);
}
