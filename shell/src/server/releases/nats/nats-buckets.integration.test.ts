import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { natsNote, natsProgram, startNatsServers } from "../../testing/nats-servers.ts";
import { makeBuckets, withKeys } from "./nats-buckets.ts";
import { type NatsLink, openNatsLink } from "./nats-link.ts";

vi.setConfig({ testTimeout: 60_000 });

/** On how many servers each bucket is kept. */
const readReplicas = (link: NatsLink): Promise<number[]> =>
  link.request(({ jsm }) =>
    Promise.all(
      ["KV_%-logs", "KV_%-data", "KV_%-servers", "OBJ_%-blobs"].map(
        async (stream) => (await jsm.streams.info(stream.replace("%", link.address.name))).config.num_replicas,
      ),
    ),
  );

const refusal = /^The store at nats:.*\/\w+ cannot be kept on 3 servers of NATS: .*Start .*--replicas/;

let folder = "";
let nats: Awaited<ReturnType<typeof startNatsServers>> | undefined;

/** Starts NATS for the tests of a group, each of which makes a store of its own name. */
function useNats(options: { count: number; late?: number }): void {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "nats-buckets-"));
    nats = await startNatsServers({ folder, ...options });
  });
  afterAll(async () => {
    await nats?.stop();
    await rm(folder, { recursive: true, force: true });
  });
}

function openStore(name: string): NatsLink {
  const link = openNatsLink({ servers: (nats?.url ?? "").split(","), name }, { keepsTrying: false });
  onTestFinished(() => link.close());
  return link;
}

describe.skipIf(natsProgram === undefined)(`a store that is to be kept on three servers of NATS${natsNote}`, () => {
  useNats({ count: 3, late: 1 });

  test("is refused while the third server of the cluster is not there, stays as it is when it exists, and is made once that has started", async () => {
    const link = openStore("new");
    const present = openStore("present");
    await makeBuckets(present, { replicas: 1 });
    await Promise.all(
      [link, present].map((store) =>
        expect(makeBuckets(store, { replicas: 3, waitMs: 500 }), store.address.name).rejects.toThrow(refusal),
      ),
    );
    expect(await readReplicas(present)).toEqual([1, 1, 1, 1]);
    const making = makeBuckets(link, { replicas: 3 });
    await nats?.servers[2]?.start();
    expect(await making).toBe(true);
    expect(await readReplicas(link)).toEqual([3, 3, 3, 3]);
  });

  test("is kept on three from then on when it was on one, with what it has, and stays so until another number is asked for", async () => {
    await nats?.servers[2]?.start();
    const link = openStore("grown");
    expect(await makeBuckets(link, {})).toBe(true);
    expect(await readReplicas(link)).toEqual([1, 1, 1, 1]);
    await withKeys(link, "data", ({ kv }) => kv.put("GGPPH.geo-rules", "{}"));
    expect(await makeBuckets(link, { replicas: 3 })).toBe(false);
    expect(await readReplicas(link)).toEqual([3, 3, 3, 3]);
    const kept = await withKeys(link, "data", async ({ kv }) => (await kv.get("GGPPH.geo-rules"))?.string());
    expect(kept).toBe("{}");
    // A bucket that is missing, as after an interruption, is made like those that are there.
    await link.request(({ jsm }) => jsm.streams.delete("OBJ_grown-blobs"));
    expect(await makeBuckets(link, {})).toBe(true);
    expect(await readReplicas(link)).toEqual([3, 3, 3, 3]);
    await makeBuckets(link, { replicas: 1 });
    expect(await readReplicas(link)).toEqual([1, 1, 1, 1]);
  });
});

describe.skipIf(natsProgram === undefined)(`a store on one server of NATS${natsNote}`, () => {
  useNats({ count: 1 });

  test("is said to be not there, and not to give no answer, by what is written into a bucket that was removed", async () => {
    const link = openStore("removed");
    await makeBuckets(link, {});
    await link.request(({ jsm }) => jsm.streams.delete("KV_removed-servers"));
    await expect(withKeys(link, "servers", ({ kv }) => kv.put("server.one", "{}"))).rejects.toMatchObject({
      code: "STORE_NOT_FOUND",
    });
  });

  test("is refused three servers at once, with what to change", async () => {
    const link = openStore("alone");
    await expect(makeBuckets(link, { replicas: 3 })).rejects.toThrow(refusal);
    await makeBuckets(link, {});
    await expect(makeBuckets(link, { replicas: 3 })).rejects.toThrow(refusal);
    expect(await readReplicas(link)).toEqual([1, 1, 1, 1]);
  });
});
