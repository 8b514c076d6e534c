import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startCutProxy } from "../../testing/cut-proxy.ts";
import { describeBlobs } from "../../testing/describe-blobs.ts";
import { describeChannelLog } from "../../testing/describe-channel-log.ts";
import { natsNote, natsProgram, startNatsServers } from "../../testing/nats-servers.ts";
import { linkTimes } from "./connection-options.ts";
import { createNatsBlobs } from "./nats-blobs.ts";
import { makeBuckets, withKeys, withObjects } from "./nats-buckets.ts";
import { openNatsLogs } from "./nats-channel-log.ts";
import { type NatsLink, openNatsLink } from "./nats-link.ts";
import { createNatsServerList } from "./nats-server-list.ts";

/** Shorter than by default, so that the test of a watch does not wait for seconds until it calls back without a notification. */
const times = { watchMs: 500 };

test("a watch of a store in NATS calls back without a notification within 20 seconds by default", () => {
  expect(linkTimes.watchMs).toBeLessThan(20_000);
});

describe.skipIf(natsProgram === undefined)(`a store in NATS${natsNote}`, () => {
  let folder = "";
  let nats: Awaited<ReturnType<typeof startNatsServers>> | undefined;
  let stores = 0;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "nats-store-"));
    nats = await startNatsServers({ folder });
  });
  afterAll(async () => {
    await nats?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Two clients of an empty store. */
  async function openTwo(): Promise<[NatsLink, NatsLink]> {
    stores += 1;
    const address = { servers: nats?.url.split(",") ?? [], name: `store${stores}` };
    const one = openNatsLink(address, { keepsTrying: false, times });
    await makeBuckets(one, { replicas: 1 });
    return [one, openNatsLink(address, { keepsTrying: false, times })];
  }

  describeBlobs("NATS", async (root) => {
    const [one, two] = await openTwo();
    return {
      blobs: createNatsBlobs(one, join(root, "one")),
      other: createNatsBlobs(two, join(root, "two")),
      damage: async (digest, bytes) =>
        void (await withObjects(one, (objects) => objects.putBlob({ name: digest }, bytes))),
      close: async () => void (await Promise.all([one.close(), two.close()])),
    };
  });

  describeChannelLog("NATS", async () => {
    const [one, two] = await openTwo();
    const put = (channel: string, revision: number, bytes: Uint8Array): Promise<number> =>
      withKeys(one, "logs", ({ kv }) => kv.put(`${channel}.${String(revision).padStart(8, "0")}`, bytes));
    return {
      open: openNatsLogs(one),
      other: openNatsLogs(two),
      damage: async (channel, revision, bytes) => void (await put(channel, revision, bytes)),
      async fill(channel, entries) {
        for (const [index, bytes] of entries.entries()) await put(channel, index + 1, bytes);
      },
      close: async () => void (await Promise.all([one.close(), two.close()])),
    };
  });

  test("a blob that does not arrive in time counts as damaged only when NATS has lost pieces of it", async () => {
    const [one, two] = await openTwo();
    const proxy = await startCutProxy(Number(new URL(nats?.url ?? "").port), { text: "CONSUMER.CREATE.OBJ_", ms: 600 });
    const slow = openNatsLink(
      { ...one.address, servers: [`nats://127.0.0.1:${proxy.port}`] },
      { keepsTrying: false, askAgainForMs: 0 },
    );
    const blobs = createNatsBlobs(slow, join(folder, "slow"), { piecesTimeoutMs: 200 });
    try {
      const [digest = ""] = await createNatsBlobs(one, join(folder, "one")).put([Buffer.alloc(300_000, "text")]);
      await expect(blobs.get(digest)).rejects.toMatchObject({
        code: "STORE_UNREACHABLE",
        message: expect.stringContaining("a file did not arrive whole within 0.2 s"),
      });
      const filter = `$O.${one.address.name}-blobs.C.>`;
      await one.request(({ jsm }) => jsm.streams.purge(`OBJ_${one.address.name}-blobs`, { filter, keep: 1 }));
      await expect(blobs.get(digest)).rejects.toMatchObject({ code: "BLOB_CORRUPT" });
    } finally {
      await Promise.all([one.close(), two.close(), slow.close()]);
      await proxy.close();
    }
  });

  test("a server that announces itself while the servers are listed is listed once", async () => {
    const [one, two] = await openTwo();
    const [announcing, listing] = [createNatsServerList(one), createNatsServerList(two)];
    const names = ["a", "b", "c"];
    const announceAll = async (): Promise<void> => {
      const at = new Date().toISOString();
      await Promise.all(names.map((server) => announcing.announce({ server, site: "GGPPH", live: 1, lag: null, at })));
    };
    await announceAll();
    const listed = new Set<string>();
    for (let round = 0; round < 50; round += 1) {
      const list = listing.list();
      for (let times = 0; times < 3; times += 1) await announceAll();
      listed.add((await list).map(({ server }) => server).join(" "));
    }
    await Promise.all([one.close(), two.close()]);
    expect([...listed]).toEqual(["a b c"]);
  });
});
