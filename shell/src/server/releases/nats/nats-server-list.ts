import * as v from "valibot";
import type { ServedRevision, ServerList } from "../storage/server-list.ts";
import { listKeys, type OpenedBucket, withKeys } from "./nats-buckets.ts";
import type { NatsLink } from "./nats-link.ts";
import { watchKeys } from "./watch-keys.ts";

const revisionSchema = v.pipe(v.number(), v.integer(), v.minValue(0));

const servedSchema = v.object({
  server: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  instance: v.optional(v.string()),
  site: v.string(),
  live: v.nullable(revisionSchema),
  lag: v.nullable(v.object({ since: v.string(), why: v.string() })),
  at: v.string(),
});

/** A name belongs to several servers when an environment file was copied: each has an entry, so that a promote waits for all of them. */
function toKey({ server, instance }: Pick<ServedRevision, "server" | "instance">): string {
  const words = instance === undefined ? server : `${server}-${instance}`;
  return `server.${words.replaceAll(/[^a-zA-Z0-9_-]/g, "-")}`;
}

/** The list as keys that JetStream removes unless they are written again in time. */
export function createNatsServerList(link: NatsLink): ServerList {
  return {
    announce: (served) =>
      withKeys(link, "servers", async ({ kv }) => void (await kv.put(toKey(served), JSON.stringify(served)))),
    withdraw: (served) => withKeys(link, "servers", ({ kv }) => kv.purge(toKey(served))),
    list: () =>
      withKeys(link, "servers", async (bucket) => {
        const keys = await listKeys(bucket, "server.*");
        const entries = await Promise.all(keys.map((key) => bucket.kv.get(key)));
        const values = entries.includes(null)
          ? await readValues(bucket)
          : entries.flatMap((entry) => (entry?.operation === "PUT" ? [entry.value] : []));
        return values.flatMap(parseServed).toSorted((a, b) => a.server.localeCompare(b.server));
      }),
    watch: (onChange, signal) => watchKeys(link, { bucket: "servers", keys: "server.*", onChange, signal }),
  };
}

/** How many of the newest messages are read at most: those of 250 servers, which announce themselves four times before JetStream removes a message. */
const messagesAtMost = 1000;

/**
 * The values of all keys, from one message after the other. After nodes of a cluster were killed, NATS may have the messages of a bucket and find none of
 * them by its key (seen with 2.9.10).
 */
async function readValues({ jsm, stream }: OpenedBucket): Promise<Uint8Array[]> {
  const { state } = await jsm.streams.info(stream);
  const first = Math.max(state.first_seq, state.last_seq - messagesAtMost + 1);
  const sequences = Array.from({ length: state.last_seq - first + 1 }, (_, index) => first + index);
  const messages = await Promise.all(sequences.map((seq) => jsm.streams.getMessage(stream, { seq })));
  const latest = new Map(messages.flatMap((message) => (message ? [[message.subject, message] as const] : [])));
  return [...latest.values()].flatMap(({ header, data }) => (header.has("KV-Operation") ? [] : [data]));
}

/** The revisions that a server announced; none when another version of the server announced an unknown format. */
function parseServed(bytes: Uint8Array): ServedRevision[] {
  try {
    return [v.parse(servedSchema, JSON.parse(new TextDecoder().decode(bytes)))];
  } catch {
    return [];
  }
}
