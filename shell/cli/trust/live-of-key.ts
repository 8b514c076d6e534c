import type { ReleaseStore } from "../../src/server/releases/release-store.ts";
import type { CommandContext } from "../command-line/command-context.ts";

/** Releases that a key signed and that visitors get: of the stable set, and of the canary where it has others. */
export interface LiveOfKey {
  stable: string[];
  canary: string[];
}

/** What visitors get of a key. Nothing on a machine without the store: the lists are changed there as well. */
export async function listLiveOf(key: string, { openStore }: CommandContext): Promise<LiveOfKey> {
  try {
    const { store } = await openStore();
    const record = await store.current();
    const { set, channels: { canary } = {} } = record ?? {};
    const stable = await listSignedBy(key, store, set?.versions ?? {});
    const tried = await listSignedBy(key, store, canary?.set.versions ?? {});
    return { stable, canary: tried.filter((label) => !stable.includes(label)) };
  } catch {
    // The change must not wait for a store that cannot be read.
    return { stable: [], canary: [] };
  }
}

async function listSignedBy(
  key: string,
  store: Pick<ReleaseStore, "signers">,
  versions: Readonly<Record<string, string>>,
): Promise<string[]> {
  const signed: string[] = [];
  for (const [name, version] of Object.entries(versions)) {
    if ((await store.signers(name, version)).some((keyId) => keyId.startsWith(key))) signed.push(`${name}@${version}`);
  }
  return signed;
}

/** Says what visitors get and will not verify any more. */
export function tellLive({ stable, canary }: LiveOfKey, { say }: CommandContext, more = ""): void {
  if (stable.length > 0)
    say(
      `It signed what is live: ${stable.join(", ")}. That stays live; publish it again with another key, and promote it.${more}`,
    );
  if (canary.length > 0)
    say(
      `It signed what the canary has: ${canary.join(", ")}. Its visitors go on getting that; site canary stop takes it back from them.${more}`,
    );
}
