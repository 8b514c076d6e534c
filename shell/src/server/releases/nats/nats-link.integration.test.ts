import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import * as v from "valibot";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { natsNote, natsProgram, startNatsServers } from "../../testing/nats-servers.ts";
import { makeBuckets } from "./nats-buckets.ts";
import { openNatsLogs } from "./nats-channel-log.ts";
import { linkTimes } from "./connection-options.ts";
import { type NatsLink, openNatsLink } from "./nats-link.ts";

vi.setConfig({ testTimeout: 60_000 });

/** Shorter than those of a command or a server, so that a test does not wait for seconds until a request counts as unanswered. */
const times = { requestMs: 500, silentMs: 100, leavesNodeAfterMs: 500 };

const toEntry = (text: string): Uint8Array => new TextEncoder().encode(JSON.stringify({ text }));

describe.skipIf(natsProgram === undefined)(
  `a command whose store in NATS gives no answer for a while${natsNote}`,
  () => {
    let folder = "";
    let nats: Awaited<ReturnType<typeof startNatsServers>> | undefined;

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), "nats-link-"));
      nats = await startNatsServers({ folder });
    });
    afterAll(async () => {
      await nats?.stop();
      await rm(folder, { recursive: true, force: true });
    });

    test("asks again, so that a cluster that elects a leader refuses no command, and an entry is stored once", async () => {
      const [server] = nats?.servers ?? [];
      if (!server) throw new Error("there is no server");
      const link = openNatsLink({ servers: [server.url], name: "away" }, { keepsTrying: false, times });
      try {
        await makeBuckets(link, { replicas: 1 });
        const log = openNatsLogs(link)("stable");
        await log.append(0, toEntry("first"));
        process.kill(server.pid(), "SIGSTOP");
        const answers = Promise.all([log.head(), log.append(1, toEntry("second"))]);
        // Longer than one request waits.
        await Promise.race([sleep(times.requestMs + 500), answers]).finally(() =>
          process.kill(server.pid(), "SIGCONT"),
        );
        await answers;
        expect((await log.head())?.revision).toBe(2);
      } finally {
        await link.close();
      }
    });

    test("tries the next address when one accepts connections and gives no answer, and says that it waits", async () => {
      const mute = createServer(() => undefined).listen(0, "127.0.0.1");
      await once(mute, "listening");
      const { port } = v.parse(v.object({ port: v.number() }), mute.address());
      const told: string[] = [];
      const address = { servers: [`nats://127.0.0.1:${port}`, nats?.url ?? ""], name: "away" };
      // The client takes the addresses in any order: of 20 links some begin with the mute one.
      const links = Array.from({ length: 20 }, () =>
        openNatsLink(address, {
          keepsTrying: false,
          onWait: (text) => told.push(text),
          times: { ...times, requestMs: 1000 },
        }),
      );
      try {
        const answers = await Promise.all(
          links.map((link) =>
            link.request(async ({ connection }) => ({
              isMute: connection.getServer().endsWith(`:${port}`),
              answer: (await connection.rtt()) >= 0,
            })),
          ),
        );
        expect(answers).toEqual(links.map(() => ({ isMute: false, answer: true })));
        expect([...new Set(told)]).toEqual([
          expect.stringMatching(
            /^The release store at nats:\S+\/away gives no answer yet; each address is tried for 1 s\.$/,
          ),
        ]);
      } finally {
        await Promise.all(links.map((link) => link.close()));
        mute.close();
      }
    });

    test("says once that it asks again, and once that answers are slow, however many requests there are", async () => {
      const told: string[] = [];
      const address = { servers: [nats?.url ?? ""], name: "slow" };
      const link = openNatsLink(address, { keepsTrying: false, onWait: (text) => told.push(text) });
      vi.useFakeTimers({ toFake: ["performance"] });
      try {
        await link.request(async () => undefined);
        expect(told).toEqual([]);
        let tries = 0;
        const answerSlowly = (): Promise<void> =>
          link.request(async () => {
            vi.advanceTimersByTime(3100);
            tries += 1;
            if (tries % 3 !== 0) throw Object.assign(new Error("timeout"), { name: "TimeoutError" });
          });
        await answerSlowly();
        await answerSlowly();
        expect(told).toEqual([
          expect.stringMatching(/^The release store at nats:\S+\/slow gives no answer now \(timeout\); .* 60 s\.$/),
          expect.stringMatching(/^The release store at nats:\S+\/slow answers slowly: a request takes \d\.\d s\. The /),
        ]);
      } finally {
        vi.useRealTimers();
        await link.close();
      }
    });
  },
);

describe.skipIf(natsProgram === undefined)(`a server whose clock is set back by an hour${natsNote}`, () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "nats-clock-"));
  });
  afterEach(async () => {
    vi.useRealTimers();
    await rm(folder, { recursive: true, force: true });
  });

  test("reaches NATS again when that was restarted since, and not an hour later", async () => {
    const nats = await startNatsServers({ folder });
    const link = openNatsLink({ servers: [nats.url], name: "clock" }, { keepsTrying: true });
    try {
      await makeBuckets(link, { replicas: 1 });
      const log = openNatsLogs(link)("stable");
      await log.append(0, toEntry("first"));
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 3_600_000 });
      const reconnected = new Promise<void>((resolve) => link.onReconnect(resolve, new AbortController().signal));
      await nats.servers[0]?.kill();
      await nats.servers[0]?.start();
      await reconnected;
      expect((await log.head())?.revision).toBe(1);
    } finally {
      await link.close();
      await nats.stop();
    }
  });
});

describe.skipIf(natsProgram === undefined)(`a node of a cluster that has no way to the others${natsNote}`, () => {
  let folder = "";
  let nats: Awaited<ReturnType<typeof startNatsServers>> | undefined;
  let servers: string[] = [];
  let alone = "";

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "nats-alone-"));
    nats = await startNatsServers({ folder, count: 3 });
    servers = nats.servers.map(({ url }) => url);
    const link = openNatsLink({ servers, name: "parted" }, { keepsTrying: false });
    await makeBuckets(link, { replicas: 3 });
    await openNatsLogs(link)("stable").append(0, toEntry("first"));
    const leader = await link.request(async ({ jsm }) => (await jsm.streams.info("KV_parted-logs")).cluster?.leader);
    await link.close();
    // The others answer at once when they keep their leader: an election takes 4 seconds and more.
    const [lone] = nats.servers.filter(({ name }) => name !== leader);
    await lone?.startAlone();
    alone = lone?.url ?? "";
  });
  afterAll(async () => {
    await nats?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** The client takes the addresses in any order: the link that began with the node that is alone. */
  async function openAtLoneNode(keepsTrying: boolean): Promise<NatsLink> {
    for (;;) {
      const link = openNatsLink({ servers, name: "parted" }, { keepsTrying, times });
      const isAlone = await link.request(async ({ connection }) => `nats://${connection.getServer()}` === alone);
      if (isAlone) return link;
      await link.close();
    }
  }

  test.each([
    { who: "a command", keepsTrying: false },
    { who: "a server", keepsTrying: true },
  ])("is left by $who for one that answers", async ({ keepsTrying }) => {
    const link = await openAtLoneNode(keepsTrying);
    try {
      const log = openNatsLogs(link)("stable");
      const head = await vi.waitFor(() => log.head(), { timeout: 30_000, interval: 100 });
      expect(head?.revision).toBe(1);
      expect(linkTimes.requestMs + linkTimes.leavesNodeAfterMs, "by default").toBeLessThan(30_000);
    } finally {
      await link.close();
    }
  });
});
