import { JetStreamApiError, type JetStreamManager, StorageType, type StreamInfo } from "@nats-io/jetstream";
import { type KV, Kvm } from "@nats-io/kv";
import { type ObjectStore, Objm } from "@nats-io/obj";
import { SiteError } from "@site/contracts/errors";
import { presenceMs } from "../storage/server-list.ts";
import { askAgain } from "./ask-again.ts";
import { toAddressText } from "./nats-address.ts";
import type { NatsLink } from "./nats-link.ts";

/**
 * The key-value buckets of a store. `logs`: each entry is a key. `data`: documents and trust lists. `servers`: the revisions that each server serves.
 */
const keyBuckets = ["logs", "data", "servers"] as const;
export type KeyBucket = (typeof keyBuckets)[number];

/** The clients of one key-value bucket. `stream` is JetStream's name of it; `subject` that of a key. */
export interface OpenedBucket {
  kv: KV;
  jsm: JetStreamManager;
  stream: string;
  toSubject(key: string): string;
}

/**
 * Runs a request on a key-value bucket of a store.
 * @throws SiteError `STORE_UNREACHABLE`, `STORE_NOT_FOUND` when the address has no store of this name
 */
export async function withKeys<T>(
  link: NatsLink,
  bucket: KeyBucket,
  run: (opened: OpenedBucket) => Promise<T>,
): Promise<T> {
  const name = `${link.address.name}-${bucket}`;
  return inStore(link, () =>
    link.request(async ({ js, jsm }) => {
      // A replica that lags could answer a direct read without an acknowledged entry. The leader answers these reads.
      const kv = await new Kvm(js).open(name, { allow_direct: false });
      const stream = `KV_${name}`;
      try {
        return await run({ kv, jsm, stream, toSubject: (key) => `$KV.${name}.${key}` });
      } catch (error) {
        // A write to a missing bucket gets no response, as without JetStream.
        if (hasNoResponder(error)) await jsm.streams.info(stream);
        throw error;
      }
    }),
  );
}

/**
 * The keys of a bucket that match a pattern such as `server.*`, also those of deleted values. `kv.keys` of the library reads keys one by one, and
 * does not end when one of them is written meanwhile; the stream lists all at once.
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

/** How many pieces NATS has of a blob. @throws what {@link withKeys} throws */
export async function countPieces(link: NatsLink, nuid: string): Promise<number> {
  const bucket = `${link.address.name}-blobs`;
  const subject = `$O.${bucket}.C.${nuid}`;
  const { state } = await inStore(link, () =>
    link.request(({ jsm }) => jsm.streams.info(`OBJ_${bucket}`, { subjects_filter: subject })),
  );
  return state.subjects?.[subject] ?? 0;
}

/** The options for making a store in NATS. */
export interface BucketPlan {
  /** The number of servers of the cluster that keep each bucket: 1, 3 or 5. By default existing buckets keep theirs, and a new store has 1. */
  replicas?: number | undefined;
  /** Timeout in milliseconds for a starting cluster to have this many servers. */
  waitMs?: number;
}

/** Milliseconds within which all servers of a starting cluster know each other. */
const placementMs = 10_000;

/** "no suitable peers for placement": the cluster has fewer servers, or does not know all of them yet. */
const noServersCode = 10_005;
/** "replicas > 1 not supported in non-clustered mode" */
const noClusterCode = 10_074;

const hasCode = (error: unknown, ...codes: number[]): error is JetStreamApiError =>
  error instanceof JetStreamApiError && codes.includes(error.code);

/**
 * Makes the buckets of a store. Existing buckets keep their content; NATS copies it to further servers in the background.
 * @returns whether a bucket was made
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
    if (asked !== undefined) await Promise.all(before.map((stream) => keepOn(link, jsm, stream, asked)));
    const replicas = asked ?? Math.max(1, ...before.map(({ config }) => config.num_replicas));
    const common = { replicas, storage: StorageType.File };
    const kvm = new Kvm(js);
    // In a cluster the servers of each bucket elect a leader of it, which takes half a second.
    await Promise.all([
      kvm.create(`${name}-logs`, { ...common, history: 1, allow_direct: false }),
      kvm.create(`${name}-data`, { ...common, history: 5, allow_direct: false }),
      kvm.create(`${name}-servers`, { ...common, history: 1, allow_direct: false, ttl: presenceMs }),
      new Objm(js).create(`${name}-blobs`, common),
    ]);
    return before.length < streams.length;
  });
}

/**
 * An identity that is the same at all addresses of a store, and unique to it: the cluster, or the server without one, and the time at which the store
 * was made.
 * @throws SiteError `STORE_UNREACHABLE`, `STORE_NOT_FOUND`
 */
export async function readStoreIdentity(link: NatsLink): Promise<string> {
  const { created } = await withKeys(link, "logs", ({ jsm, stream }) => jsm.streams.info(stream));
  const where = await link.request(async ({ connection: { info } }) => info?.cluster ?? info?.server_id);
  return `${where} ${link.address.name} ${created}`;
}

/** The existing streams among these. */
async function findStreams(jsm: JetStreamManager, wanted: readonly string[]): Promise<StreamInfo[]> {
  const found: StreamInfo[] = [];
  for await (const stream of jsm.streams.names())
    if (wanted.includes(stream)) found.push(await jsm.streams.info(stream));
  return found;
}

/** Sets the number of servers of the cluster that keep an existing stream. @throws SiteError `STORE_REPLICAS_MISSING` */
async function keepOn(
  link: NatsLink,
  jsm: JetStreamManager,
  { config, cluster }: StreamInfo,
  replicas: number,
): Promise<void> {
  // NATS without a cluster refuses to make a stream with replicas, but accepts any number for an existing one.
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
