import { isDeepStrictEqual } from "node:util";
import { createVerifier, toKeyId } from "@site/contracts/signing/signing-key";
import type { SetRecord } from "../release-records.ts";
import type { StoredChannels } from "../stored-channels.ts";
import type { RoleKeys } from "../trust/trust-list.ts";

/** The keys of the servers that may return the canary of a record. */
export function toGuardKeys(channels: StoredChannels | undefined): RoleKeys {
  const guards = channels?.guards ?? [];
  return {
    threshold: 1,
    keys: guards.map(({ owner, publicKey }) => ({
      owner,
      publicKey,
      keyId: toKeyId(publicKey),
      verify: createVerifier(publicKey),
    })),
  };
}

/** What a server's record has to say: the record before it without its canary. */
export function toReturned({ set, verdict, channels }: SetRecord): Pick<SetRecord, "set" | "verdict" | "channels"> {
  const { canary: _returned, ...others } = channels ?? {};
  return { set, verdict, ...(Object.keys(others).length > 0 && { channels: others }) };
}

/** Why a server may not make a record: a server returns the canary to the stable set and changes nothing else. Undefined when it may. */
export function findReturnProblem(before: SetRecord, after: SetRecord): string | undefined {
  if (!before.channels?.canary) return "a server returns a canary, and the record before has none";
  const { set, verdict, channels } = after;
  return isDeepStrictEqual({ set, verdict, ...(channels && { channels }) }, toReturned(before))
    ? undefined
    : "a server may return the canary and change nothing else";
}
