import { isDeepStrictEqual } from "node:util";
import { SiteError } from "@site/contracts/errors";
import type { Digest } from "@site/contracts/releases/digest";
import { toJsonObject } from "@site/contracts/signing/json-object";
import type { JsonObject } from "@site/contracts/signing/strict-json";
import { type Envelope, parseEnvelope, signDocument, toEnvelopeBytes } from "@site/contracts/signing/signed-document";
import { appendNext } from "./append-next.ts";
import type { RecordReader } from "./record-reader.ts";
import type { SetRecord } from "../release-records.ts";
import type { VerdictScope } from "../release-store.ts";
import type { ChannelLog } from "../storage/channel-log.ts";
import { type Keys, requireKeys } from "./store-keys.ts";
import { type StoredSet, toSetDigest } from "../stored-set.ts";

/** Most verdicts that are searched for a set, newest first: a set is promoted soon after it was checked. */
const verdictsLookedAt = 256;

/** Verdicts that are read at the same time. */
const verdictsAtOnce = 32;

/** The verdicts of the release check about whole sets. */
export interface Verdicts {
  /** The verdict about a set: the one of what is live, or one of the latest. Undefined when there is none that counts. */
  find(set: StoredSet): Promise<Envelope | undefined>;
  /** @throws SiteError `SET_UNCHECKED` when there is none */
  require(set: StoredSet): Promise<Envelope>;
  /** Signs one as the release check, unless there is an equal one. @throws SiteError `STORE_READ_ONLY`, `KEY_NOT_FOUND` */
  countersign(set: StoredSet, checked: VerdictScope): Promise<void>;
}

export interface VerdictsOptions {
  log: ChannelLog;
  records: RecordReader;
  keys: Keys | undefined;
  now(): Date;
}

export function createVerdicts({ log, records, keys, now }: VerdictsOptions): Verdicts {
  async function find(set: StoredSet): Promise<Envelope | undefined> {
    const wanted = toSetDigest(set);
    // A newest record that does not verify gives no verdict; a next record can still be made.
    const live = (await records.newest().catch(() => undefined))?.signed;
    // The key of the release check may have been revoked since it became live.
    for (const beside of live ? listBeside(live) : []) {
      const known =
        toSetDigest(beside.set) === wanted ? toVerdict(Buffer.from(JSON.stringify(beside.verdict)), wanted) : undefined;
      if (known) return known;
    }
    const newest = (await log.head())?.revision ?? 0;
    const oldest = Math.max(1, newest - verdictsLookedAt + 1);
    // The newest verdict is read alone first, because it is usually the one of the set.
    let atOnce = 1;
    for (let last = newest; last >= oldest;) {
      const first = Math.max(oldest, last - atOnce + 1);
      const some = Array.from({ length: last - first + 1 }, (_, index) => log.read(last - index));
      last = first - 1;
      atOnce = verdictsAtOnce;
      for (const entry of await Promise.allSettled(some)) {
        const envelope = entry.status === "fulfilled" ? toVerdict(entry.value.bytes, wanted) : undefined;
        if (envelope) return envelope;
      }
    }
    return undefined;
  }

  /** The verdict in some bytes, when it is about a set and verifies. A signature costs more than the rest, so it comes last. */
  function toVerdict(bytes: Buffer, wanted: Digest): Envelope | undefined {
    if (!bytes.includes(wanted)) return undefined;
    try {
      const envelope = parseEnvelope(bytes, "verdict");
      return records.verifyVerdict(envelope).set === wanted ? envelope : undefined;
    } catch {
      return undefined;
    }
  }

  return {
    find,
    async require(set: StoredSet): Promise<Envelope> {
      const verdict = await find(set);
      if (verdict === undefined) throw new SiteError("SET_UNCHECKED", { set: toSetDigest(set).slice(0, 16) });
      return verdict;
    },
    async countersign(set, { sites, checks }: VerdictScope) {
      const verdict = {
        _type: "verdict",
        schemaVersion: 1,
        set: toSetDigest(set),
        sites: [...sites],
        checks: [...checks],
        at: now().toISOString(),
      };
      // The same verdict again, as after publishing the same release twice, would only make the log longer.
      if (isSameVerdict((await find(set))?.signed, verdict)) return;
      const envelope = await signDocument(toJsonObject(verdict), [await requireKeys(keys).check()]);
      await appendNext(log, toEnvelopeBytes(envelope), async () => (await find(set)) !== undefined);
    },
  };
}

/** Whether two verdicts are equal but for their time. */
function isSameVerdict(before: JsonObject | undefined, after: object): boolean {
  return before !== undefined && isDeepStrictEqual({ ...before, at: "" }, { ...after, at: "" });
}

/** The sets of a record with their verdicts: the stable one, the canary and the previews. */
function listBeside({ set, verdict, channels: { canary, previews = {} } = {} }: SetRecord) {
  return [{ set, verdict }, ...(canary ? [canary] : []), ...Object.values(previews)];
}
