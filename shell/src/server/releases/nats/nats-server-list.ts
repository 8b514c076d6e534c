import * as v from "valibot";
import type { ServedRevision, ServerList } from "../storage/server-list.ts";
import { listKeys, withKeys } from "./nats-buckets.ts";
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
        return entries
          .flatMap((entry) => (entry?.operation === "PUT" ? parseServed(entry.value) : []))
          .toSorted((a, b) => a.server.localeCompare(b.server));
      }),
    watch: (onChange, signal) => watchKeys(link, { bucket: "servers", keys: "server.*", onChange, signal }),
  };
}

/** The revisions that a server announced; none when another version of the server announced an unknown format. */
function parseServed(bytes: Uint8Array): ServedRevision[] {
  try {
    return [v.parse(servedSchema, JSON.parse(new TextDecoder().decode(bytes)))];
  } catch {
    return [];
  }
}
