import { JetStreamApiError, type JetStreamManager, StorageType, type StreamInfo } from "@nats-io/jetstream";
import { type KV, Kvm } from "@nats-io/kv";
import { type ObjectStore, Objm } from "@nats-io/obj";
import { SiteError } from "@site/contracts/errors";
import { presenceMs } from "../storage/server-list.ts";
import { toAddressText } from "./nats-address.ts";
import { askAgain, type NatsLink } from "./nats-link.ts";

/** The buckets of a store. `logs`: an entry is a key. `data`: documents and trust lists. `servers`: which revision each server serves. */
export const keyBuckets = ["logs", "data", "servers"] as const;
export type KeyBucket = (typeof keyBuckets)[number];

/** What works on one key-value bucket. `stream` and `subject` are what JetStream calls it and its keys. */
export interface OpenedBucket {
  kv: KV;
  jsm: JetStreamManager;
  stream: string;
  toSubject(key: string): string;
}

/**
 * Runs a request on a key-value bucket of a store.
 * @throws SiteError `STORE_UNREACHABLE`, `STORE_NOT_FOUND` when no store of this name was made there
 */
export async function withKeys<T>(
  link: NatsLink,
  bucket: KeyBucket,
  run: (opened: OpenedBucket) => Promise<T>,
): Promise<T> {
  const name = `${link.address.name}-${bucket}`;
  return inStore(link, () =>
    link.request(async ({ js, jsm }) => {
      // A replica that lags could answer a direct read without an entry that was acknowledged. The leader answers these.
      const kv = await new Kvm(js).open(name, { allow_direct: false });
      const stream = `KV_${name}`;
      try {
        return await run({ kv, jsm, stream, toSubject: (key) => `$KV.${name}.${key}` });
      } catch (error) {
        // To what is written into a bucket that is not there, nothing answers, as where there is no JetStream.
        if (hasNoResponder(error)) await jsm.streams.info(stream);
        throw error;
      }
    }),
  );
}

/**
 * The keys of a bucket that match a pattern such as `server.*`, those of deleted values among them. `kv.keys` of the library reads one after
 * the other, and does not end when one of them is written meanwhile; the stream names all at once.
 */
export async function listKeys({ jsm, stream, toSubject }: OpenedBucket, pattern: string): Promise<string[]> {
  const { state } = await jsm.streams.info(stream, { subjects_filter: toSubject(pattern) });
  return Object.keys(state.subjects ?? {}).map((subject) => subject.slice(toSubject("").length));
}

/** Runs a request on the bucket of blobs. @throws what {@link withKeys} throws */
export async function withObjects<T>(link: NatsLink, run: (objects: ObjectStore) => Promise<T>): Promise<T> {
  return inStore(link, () =>
    link.request(async ({ js }) => run(await new Objm(js).open(`${link.address.name}-blobs`, false))),
  );
}

/** How a store in NATS is made. */
export interface BucketPlan {
  /** On how many servers of the cluster each bucket is kept: 1, 3 or 5. Without it those that are there keep theirs; a new store is kept on 1. */
  replicas?: number | undefined;
  /** Milliseconds to wait until a cluster that is just starting has so many. */
  waitMs?: number;
}

/** Milliseconds until all servers of a cluster that is just starting have heard of each other, at most. */
const placementMs = 10_000;

/** "no suitable peers for placement": the cluster has fewer servers, or has not heard of all of them yet. */
const noServersCode = 10_005;
/** "replicas > 1 not supported in non-clustered mode" */
const noClusterCode = 10_074;

const hasCode = (error: unknown, ...codes: number[]): error is JetStreamApiError =>
  error instanceof JetStreamApiError && codes.includes(error.code);

/**
 * Makes the buckets of a store. Those that are there keep what they have; NATS copies it to further servers after this ended.
 * @returns whether one was made
 * @throws SiteError `STORE_UNREACHABLE`, `STORE_REPLICAS_MISSING` when NATS has fewer servers than that
 */
export async function makeBuckets(link: NatsLink, { replicas, waitMs = placementMs }: BucketPlan): Promise<boolean> {
  try {
    return await askAgain(() => makeBucketsOnce(link, replicas), {
      mayPass: (error) => hasCode(error, noServersCode),
      milliseconds: waitMs,
    });
  } catch (error) {
    if (!hasCode(error, noServersCode, noClusterCode)) throw error;
    throw toMissing(link, replicas, error.message, error);
  }
}

async function makeBucketsOnce(link: NatsLink, asked: number | undefined): Promise<boolean> {
  return link.request(async ({ js, jsm }) => {
    const { name } = link.address;
    const streams = [...keyBuckets.map((bucket) => `KV_${name}-${bucket}`), `OBJ_${name}-blobs`];
    const before = await findStreams(jsm, streams);
    if (asked !== undefined) for (const stream of before) await keepOn(link, jsm, stream, asked);
    const replicas = asked ?? Math.max(1, ...before.map(({ config }) => config.num_replicas));
    const common = { replicas, storage: StorageType.File };
    const kvm = new Kvm(js);
    await kvm.create(`${name}-logs`, { ...common, history: 1, allow_direct: false });
    await kvm.create(`${name}-data`, { ...common, history: 5, allow_direct: false });
    await kvm.create(`${name}-servers`, { ...common, history: 1, allow_direct: false, ttl: presenceMs });
    await new Objm(js).create(`${name}-blobs`, common);
    return before.length < streams.length;
  });
}

/**
 * What two addresses of one store have in common, and no two stores: the cluster, or the server without one, and when the store was made there.
 * @throws SiteError `STORE_UNREACHABLE`, `STORE_NOT_FOUND`
 */
export async function readStoreIdentity(link: NatsLink): Promise<string> {
  const { created } = await withKeys(link, "logs", ({ jsm, stream }) => jsm.streams.info(stream));
  const where = await link.request(async ({ connection: { info } }) => info?.cluster ?? info?.server_id);
  return `${where} ${link.address.name} ${created}`;
}

/** Those of these streams that exist. */
async function findStreams(jsm: JetStreamManager, wanted: readonly string[]): Promise<StreamInfo[]> {
  const found: StreamInfo[] = [];
  for await (const stream of jsm.streams.names())
    if (wanted.includes(stream)) found.push(await jsm.streams.info(stream));
  return found;
}

/** Keeps a stream that exists on so many servers of the cluster. @throws SiteError `STORE_REPLICAS_MISSING` */
async function keepOn(
  link: NatsLink,
  jsm: JetStreamManager,
  { config, cluster }: StreamInfo,
  replicas: number,
): Promise<void> {
  // NATS without a cluster does not make a stream with replicas, but records any number for one that exists.
  if (replicas > 1 && cluster === undefined) throw toMissing(link, replicas, "NATS runs without a cluster");
  if (config.num_replicas !== replicas) await jsm.streams.update(config.name, { num_replicas: replicas });
}

function toMissing({ address }: NatsLink, replicas: number | undefined, problem: string, cause?: unknown): SiteError {
  const details = { address: toAddressText(address), replicas: replicas ?? 1, problem };
  return new SiteError("STORE_REPLICAS_MISSING", details, { cause });
}

async function inStore<T>(link: NatsLink, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (isStreamMissing(error))
      throw new SiteError(
        "STORE_NOT_FOUND",
        { path: toAddressText(link.address), variables: "STORE or STORE_NAME" },
        { cause: error },
      );
    throw error;
  }
}

function hasNoResponder(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    ["JetStreamNotEnabled", "NoResponders", "NoRespondersError"].includes(error.name) || hasNoResponder(error.cause)
  );
}

function isStreamMissing(error: unknown): boolean {
  return error instanceof Error && (error.name === "StreamNotFoundError" || error.message === "stream not found");
}
