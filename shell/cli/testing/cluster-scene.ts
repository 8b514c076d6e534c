import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import { isSiteError } from "@site/contracts/errors";
import { openReleaseStore, toStorePlaces } from "../../src/server/releases/stores/open-store.ts";
import type { ReleaseStore } from "../../src/server/releases/release-store.ts";
import { fewPages } from "../../src/server/testing/few-pages.ts";
import { createFixtureBench, type FixtureBench } from "../../src/server/testing/fixture-bench.ts";
import { type FixtureRelease, toServerSource } from "../../src/server/testing/fixture-release.ts";
import { type NatsServer, startNatsServers } from "../../src/server/testing/nats-servers.ts";
import { type SiteRun, type StartedSite, startSiteIn } from "./run-site-fixture.ts";

/** A store in a cluster of three NATS servers, and two releases of content beside the live ones. */
export interface ClusterScene {
  folder: string;
  bench: FixtureBench;
  nats: { servers: NatsServer[]; url: string };
  versions: Record<string, string>;
  releases: FixtureRelease[];
  /** Runs the command as an operator of the store in NATS. */
  site(...words: string[]): Promise<SiteRun>;
  /** Starts the command, for tests that do something before it ends. */
  startSite(...words: string[]): StartedSite;
  /** Opens that store as an operator does. The scene closes it. */
  openStore(): Promise<ReleaseStore>;
  remove(): Promise<void>;
}

/** Makes the cluster, which is empty until `site store copy` fills it, and the store of files to copy there. */
export async function createClusterScene(): Promise<ClusterScene> {
  const folder = mkdtempSync(join(tmpdir(), "cluster-"));
  const bench = await createFixtureBench();
  await bench.writeIdentities();
  const versions = await bench.releaseAll({ shell: fewPages });
  const releases = await Promise.all(
    ["second", "third"].map((label) => bench.admit("content", { server: toServerSource(label) })),
  );
  for (const { version } of releases)
    await bench.store.countersign(await bench.store.toSet({ ...versions, content: version }), {
      sites: ["GGPPH"],
      checks: [],
    });
  const nats = await startNatsServers({ folder, count: 3 });
  const opened: ReleaseStore[] = [];
  const copies = `${bench.root}.copy`;
  const trustDir = `${bench.root}.trust`;
  const keysDir = `${bench.root}.keys`;
  const startSite = (...words: string[]): StartedSite =>
    startSiteIn(copies, words, {
      STORE: nats.url,
      TRUST_DIR: trustDir,
      KEYS_DIR: keysDir,
      STATE_DIR: join(folder, "operator.state"),
    });
  return {
    folder,
    bench,
    nats,
    versions,
    releases,
    site: (...words) => startSite(...words).ended,
    startSite,
    async openStore() {
      const stateDir = join(folder, "second-operator.state");
      const places = { trustDir, keysDir, stateDir, nats: { servers: nats.url.split(","), name: "site" } };
      const store = await openReleaseStore(toStorePlaces(copies, places), { signs: true });
      opened.push(store);
      return store;
    },
    async remove() {
      await Promise.all(opened.map((store) => store.close()));
      await nats.stop();
      await bench.remove();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Splits the nodes into the leader of the store's log, whose end is followed by an election, and the others. */
export async function findLeader({ nats }: ClusterScene): Promise<{ leader: NatsServer; others: NatsServer[] }> {
  const connection = await connect({ servers: nats.url.split(",") });
  try {
    const { cluster } = await (await jetstreamManager(connection)).streams.info("KV_site-logs");
    const [leader] = nats.servers.filter(({ name }) => name === cluster?.leader);
    if (!leader) throw new Error(`No node is the leader: ${JSON.stringify(cluster)}`);
    return { leader, others: nats.servers.filter((node) => node !== leader) };
  } finally {
    await connection.close();
  }
}

/** The outcomes of promotes while nodes were killed. */
export interface PromotesUnderKills {
  /** The revisions that were acknowledged, in order. */
  acknowledged: number[];
  kills: number;
  /** How often a promote was retried, because no node could tell whether it was recorded. */
  repeats: number;
  /** Milliseconds that each promote took. */
  times: number[];
}

/** The number of promotes. During the second of each `promotesAKill` of them a node is killed, and restarted after the last of those. */
export interface KillPlan {
  rounds: number;
  promotesAKill: number;
  /** The node of the next kill; without it, one node after the other is killed. */
  pickNode?: (kills: number) => Promise<NatsServer | undefined>;
}

/** Promotes repeatedly, and kills nodes of the cluster meanwhile. */
export async function promoteUnderKills(
  { nats, versions, releases }: ClusterScene,
  store: ReleaseStore,
  { rounds, promotesAKill, pickNode = async (kills) => nats.servers[kills % nats.servers.length] }: KillPlan,
): Promise<PromotesUnderKills> {
  const result: PromotesUnderKills = { acknowledged: [], kills: 0, repeats: 0, times: [] };
  let expected = await store.revision();
  for (let round = 0; round < rounds; round += 1) {
    const content = releases[round % 2]?.version ?? "";
    const began = performance.now();
    const isKilled = round % promotesAKill === 1;
    const victim = isKilled ? await pickNode(result.kills) : undefined;
    const [revision] = await Promise.all([
      promoteOnce(store, expected, { ...versions, content }, `round ${round}`, () => (result.repeats += 1)),
      victim?.kill(),
    ]);
    result.times.push(performance.now() - began);
    result.acknowledged.push(revision);
    expected = revision;
    if (isKilled) result.kills += 1;
    if (round % promotesAKill === promotesAKill - 1) for (const node of nats.servers) await node.start();
  }
  for (const node of nats.servers) await node.start();
  return result;
}

/** Promotes as an operator does who gets no response: retries, and checks who wrote the revision when it exists. */
async function promoteOnce(
  store: ReleaseStore,
  expected: number,
  versions: Record<string, string>,
  why: string,
  onRepeat: () => void,
): Promise<number> {
  const end = performance.now() + 60_000;
  for (;;) {
    try {
      return (await store.advance(expected, versions, { why })).set.revision;
    } catch (error) {
      const isOwn = isSiteError(error, "REVISION_CONFLICT") && (await store.history()).at(-1)?.why === why;
      if (isOwn) return expected + 1;
      if (isSiteError(error, "REVISION_CONFLICT") || performance.now() > end) throw error;
      onRepeat();
      await sleep(100);
    }
  }
}
