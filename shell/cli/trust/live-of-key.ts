import type { ReleaseStore } from "../../src/server/releases/release-store.ts";
import type { CommandContext } from "../command-line/command-context.ts";

/** Releases signed by a key that visitors get: of the stable set, and those of the canary that differ. */
export interface LiveOfKey {
  stable: string[];
  canary: string[];
}

/** The live releases of a key. None on a machine without the store, on which lists can be changed too. */
export async function listLiveOf(key: string, { openStore }: CommandContext): Promise<LiveOfKey> {
  try {
    const { store } = await openStore();
    const record = await store.current();
    const { set, channels: { canary } = {} } = record ?? {};
    const stable = await listSignedBy(key, store, set?.versions ?? {});
    const tried = await listSignedBy(key, store, canary?.set.versions ?? {});
    return { stable, canary: tried.filter((label) => !stable.includes(label)) };
  } catch {
    // An unreadable store must not prevent the change.
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

/** Prints which live releases will not verify any more. */
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
