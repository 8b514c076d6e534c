import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startCutProxy } from "../../testing/cut-proxy.ts";
import { natsNote, natsProgram, startNatsServers } from "../../testing/nats-servers.ts";
import type { ServedRevision } from "../storage/server-list.ts";
import { makeBuckets } from "./nats-buckets.ts";
import { openNatsLink } from "./nats-link.ts";
import { createNatsServerList } from "./nats-server-list.ts";

const toServed = (server: string, live: number): ServedRevision => ({
  server,
  site: "GGPPH",
  live,
  lag: null,
  at: new Date().toISOString(),
});

const toLink = (url: string) => openNatsLink({ servers: [url], name: "site" }, { keepsTrying: false });

test.skipIf(natsProgram === undefined)(
  `servers are listed as they announced themselves last, also where NATS finds no message by its key${natsNote}`,
  { timeout: 60_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "server-list-"));
    const nats = await startNatsServers({ folder });
    // The same question for another key, of which there is no message.
    const proxy = await startCutProxy(Number(new URL(nats.url).port), undefined, {
      text: '"last_by_subj":"$KV.site-servers.server.',
      other: '"last_by_subj":"$KV.site-servers.others.',
    });
    const links = [toLink(nats.url), toLink(`nats://127.0.0.1:${proxy.port}`)] as const;
    onTestFinished(async () => {
      for (const link of links) await link.close();
      await proxy.close();
      await nats.stop();
      await rm(folder, { recursive: true, force: true });
    });
    await makeBuckets(links[0], { replicas: 1 });
    const [whole, blind] = [createNatsServerList(links[0]), createNatsServerList(links[1])];
    for (const [server, live] of [
      ["a", 1],
      ["b", 1],
      ["c", 1],
      ["a", 2],
      ["b", 2],
    ] as const)
      await whole.announce(toServed(server, live));
    await whole.withdraw(toServed("c", 1));
    const listed = await whole.list();
    expect(listed.map(({ server, live }) => [server, live])).toEqual([
      ["a", 2],
      ["b", 2],
    ]);
    expect(await blind.list()).toEqual(listed);
  },
);
