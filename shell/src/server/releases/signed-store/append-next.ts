import { isSiteError } from "@site/contracts/errors";
import type { ChannelLog } from "../storage/channel-log.ts";

/** Appends after the newest entry. On a conflict it tries again, unless `isThere` says that another process wrote the same entry. */
export async function appendNext(log: ChannelLog, bytes: Buffer, isThere?: () => Promise<boolean>): Promise<void> {
  for (;;) {
    try {
      return await log.append((await log.head())?.revision ?? 0, bytes);
    } catch (error) {
      if (!isSiteError(error, "REVISION_CONFLICT")) throw error;
      if (await isThere?.()) return;
    }
  }
}
