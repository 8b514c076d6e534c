import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { natsNote, natsProgram, type NatsServersOptions, startNatsServers } from "../../testing/nats-servers.ts";
import { makeBuckets, withKeys } from "./nats-buckets.ts";
import { type NatsLink, openNatsLink } from "./nats-link.ts";

vi.setConfig({ testTimeout: 60_000 });

/** On how many servers each bucket is kept. */
const readReplicas = (link: NatsLink): Promise<number[]> =>
  link.request(({ jsm }) =>
    Promise.all(
      ["KV_new-logs", "KV_new-data", "KV_new-servers", "OBJ_new-blobs"].map(
        async (stream) => (await jsm.streams.info(stream)).config.num_replicas,
      ),
    ),
  );

describe.skipIf(natsProgram === undefined)(`a store that is to be kept on three servers of NATS${natsNote}`, () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "nats-buckets-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  async function startNats(options: Pick<NatsServersOptions, "count" | "late">) {
    const nats = await startNatsServers({ folder, ...options });
    const link: NatsLink = openNatsLink({ servers: nats.url.split(","), name: "new" }, { keepsTrying: false });
    onTestFinished(async () => {
      await link.close();
      await nats.stop();
    });
    return { nats, link };
  }

  const refusal = /^The store at nats:.*\/new cannot be kept on 3 servers of NATS: .*Start .*--replicas/;

  test("is refused while the third server of the cluster is not there, and made once that has started", async () => {
    const { nats, link } = await startNats({ count: 3, late: 1 });
    await expect(makeBuckets(link, { replicas: 3, waitMs: 500 })).rejects.toThrow(refusal);
    const making = makeBuckets(link, { replicas: 3 });
    await nats.servers[2]?.start();
    expect(await making).toBe(true);
    expect(await readReplicas(link)).toEqual([3, 3, 3, 3]);
  });

  test("is kept on three from then on when it was on one, with what it has, and stays so until another number is asked for", async () => {
    const { link } = await startNats({ count: 3 });
    expect(await makeBuckets(link, {})).toBe(true);
    expect(await readReplicas(link)).toEqual([1, 1, 1, 1]);
    await withKeys(link, "data", ({ kv }) => kv.put("GGPPH.geo-rules", "{}"));
    expect(await makeBuckets(link, { replicas: 3 })).toBe(false);
    expect(await readReplicas(link)).toEqual([3, 3, 3, 3]);
    const kept = await withKeys(link, "data", async ({ kv }) => (await kv.get("GGPPH.geo-rules"))?.string());
    expect(kept).toBe("{}");
    // A bucket that is missing, as after an interruption, is made like those that are there.
    await link.request(({ jsm }) => jsm.streams.delete("OBJ_new-blobs"));
    expect(await makeBuckets(link, {})).toBe(true);
    expect(await readReplicas(link)).toEqual([3, 3, 3, 3]);
    await makeBuckets(link, { replicas: 1 });
    expect(await readReplicas(link)).toEqual([1, 1, 1, 1]);
  });

  test("is refused and stays as it is when it exists where NATS has too few servers", async () => {
    const { link } = await startNats({ count: 3, late: 1 });
    await makeBuckets(link, { replicas: 1 });
    await expect(makeBuckets(link, { replicas: 3, waitMs: 500 })).rejects.toThrow(refusal);
    expect(await readReplicas(link)).toEqual([1, 1, 1, 1]);
  });

  test("is said to be not there, and not to give no answer, by what is written into a bucket that was removed", async () => {
    const { link } = await startNats({ count: 1 });
    await makeBuckets(link, {});
    await link.request(({ jsm }) => jsm.streams.delete("KV_new-servers"));
    await expect(withKeys(link, "servers", ({ kv }) => kv.put("server.one", "{}"))).rejects.toMatchObject({
      code: "STORE_NOT_FOUND",
    });
  });

  test("is refused at once by a server without a cluster, with what to change", async () => {
    const { link } = await startNats({ count: 1 });
    await expect(makeBuckets(link, { replicas: 3 })).rejects.toThrow(refusal);
    await makeBuckets(link, {});
    await expect(makeBuckets(link, { replicas: 3 })).rejects.toThrow(refusal);
    expect(await readReplicas(link)).toEqual([1, 1, 1, 1]);
  });
});
