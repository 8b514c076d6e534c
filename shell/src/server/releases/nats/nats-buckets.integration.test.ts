import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { natsNote, natsProgram, type NatsServersOptions, startNatsServers } from "../../testing/nats-servers.ts";
import { makeBuckets } from "./nats-buckets.ts";
import { type NatsLink, openNatsLink } from "./nats-link.ts";

vi.setConfig({ testTimeout: 60_000 });

describe.skipIf(natsProgram === undefined)(`a new store that is to be kept on three servers of NATS${natsNote}`, () => {
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
  });

  test("is refused at once by a server without a cluster, with what to change", async () => {
    const { link } = await startNats({ count: 1 });
    await expect(makeBuckets(link, { replicas: 3 })).rejects.toThrow(refusal);
  });
});
