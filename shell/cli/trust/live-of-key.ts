import type { CommandContext } from "../command-line/command-context.ts";

/** The live releases that a key signed. Empty on a machine without the store: the lists are changed there as well. */
export async function listLiveOf(key: string, { openStore }: CommandContext): Promise<string[]> {
  try {
    const { store } = await openStore();
    const live: string[] = [];
    for (const [name, version] of Object.entries((await store.current())?.set.versions ?? {})) {
      if ((await store.signers(name, version)).some((keyId) => keyId.startsWith(key))) live.push(`${name}@${version}`);
    }
    return live;
  } catch {
    // The change must not wait for a store that cannot be read.
    return [];
  }
}

/** Says what is live and will not verify any more. */
export function tellLive(live: readonly string[], { say }: CommandContext, more = ""): void {
  if (live.length > 0)
    say(
      `It signed what is live: ${live.join(", ")}. That stays live; publish it again with another key, and promote it.${more}`,
    );
}
