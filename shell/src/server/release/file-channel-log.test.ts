import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describeChannelLog } from "./describe-channel-log.ts";
import { openFileLogs } from "./file-channel-log.ts";

const toPath = (folder: string, channel: string, revision: number): string => join(folder, "channels", channel, `${String(revision).padStart(8, "0")}.json`);

describeChannelLog("files", (folder) => ({
  open: openFileLogs(folder),
  other: openFileLogs(folder),
  damage: (channel, revision, bytes) => writeFile(toPath(folder, channel, revision), bytes),
  async fill(channel, entries) {
    await mkdir(join(folder, "channels", channel), { recursive: true });
    for (const [index, bytes] of entries.entries()) await writeFile(toPath(folder, channel, index + 1), bytes);
  },
}));
