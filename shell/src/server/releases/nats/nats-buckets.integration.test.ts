import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
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

  test("is made once the third server of the cluster is there, which started last", async () => {
    const { nats, link } = await startNats({ count: 3, late: 1 });
    const making = makeBuckets(link, { replicas: 3 });
    // Longer than JetStream takes to answer that it has no third server.
    await Promise.race([sleep(1000), making]);
    await nats.servers[2]?.start();
    expect(await making).toBe(true);
  });

  test("is refused where NATS has fewer, with what to change", async () => {
    for (const options of [{ count: 1 }, { count: 3, late: 1 }]) {
      const { link } = await startNats(options);
      await expect(makeBuckets(link, { replicas: 3, waitMs: 500 })).rejects.toThrow(
        /^The store at nats:.*\/new cannot be kept on 3 servers of NATS: .*Start .*--replicas/,
      );
    }
  });
});
