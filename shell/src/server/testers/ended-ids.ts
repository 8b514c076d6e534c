import * as v from "valibot";
import { appendNext } from "../releases/signed-store/append-next.ts";
import type { ChannelLog } from "../releases/storage/channel-log.ts";

/** The id of a session, of an override or break of a session, or of a pending sign-in: 24 hexadecimal digits. */
export const idSchema = v.pipe(v.string(), v.regex(/^[0-9a-f]{24}$/));

/** The ids of sessions and overrides that were ended by hand, and of used sign-ins: on every server that shares the log. */
export interface EndedIds {
  has(id: string): Promise<boolean>;
  add(id: string, now: Date): Promise<void>;
}

const entrySchema = v.object({ id: idSchema });

export function openEndedIds(log: ChannelLog): EndedIds {
  const ended = new Set<string>();
  let known = 0;
  return {
    async has(id) {
      const head = (await log.head())?.revision ?? 0;
      for await (const { revision, bytes } of log.range(known + 1, head)) {
        ended.add(v.parse(entrySchema, JSON.parse(Buffer.from(bytes).toString("utf8"))).id);
        known = Math.max(known, revision);
      }
      return ended.has(id);
    },
    async add(id, now) {
      await appendNext(log, Buffer.from(JSON.stringify({ id, at: now.toISOString() })));
    },
  };
}
