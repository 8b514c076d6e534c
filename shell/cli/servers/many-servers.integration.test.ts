import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { isSiteError } from "@site/contracts/errors";
import type { ReleaseStore } from "../../src/server/releases/release-store.ts";
import { type CutProxy, startCutProxy } from "../../src/server/testing/cut-proxy.ts";
import { natsNote, natsProgram } from "../../src/server/testing/nats-servers.ts";
import {
  copyState,
  type ServedSite,
  serveSite,
  toMachine,
  toMachineState,
} from "../../src/server/testing/nats-sites.ts";
import { type ClusterScene, createClusterScene, findLeader, promoteUnderKills } from "../testing/cluster-scene.ts";
import type { SiteRun } from "../testing/run-site-fixture.ts";

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

// A cluster beside other load has taken 36 seconds to elect a leader.
const soon = { timeout: 60_000, interval: 50 };

const readHome = async ({ origin }: ServedSite): Promise<string> => (await fetch(`${origin}/about-us/`)).text();

describe.skipIf(natsProgram === undefined)(`three servers of a store in a cluster of three${natsNote}`, () => {
  let scene: ClusterScene;
  let proxy: CutProxy;
  let sites: ServedSite[] = [];
  let operator: ReleaseStore;

  beforeAll(async () => {
    scene = await createClusterScene();
    proxy = await startCutProxy(Number(new URL(scene.nats.servers[0]?.url ?? "").port));
  });
  /** A test that fails leaves the next one what one that passes does: all nodes, all servers, which agree. */
  afterEach(async () => {
    proxy.mend();
    for (const node of scene.nats.servers) await node.start();
    for (const [index, { name, child }] of sites.entries())
      if (child.exitCode !== null || child.signalCode !== null) sites[index] = await start(name);
    if (operator) await expectAgreement(await vi.waitFor(() => operator.revision(), soon));
  });
  afterAll(async () => {
    await Promise.all(sites.map((site) => site.stop("SIGKILL")));
    await proxy?.close();
    await scene?.remove();
  });

  const toPromote = (why: string, label: 0 | 1): string[] => [
    "promote",
    `content@${scene.releases[label]?.version ?? ""}`,
    "--why",
    why,
  ];

  /** The release that is not in the latest revision. */
  const findOtherLabel = async (): Promise<0 | 1> => {
    const latest = await operator.current();
    return latest?.set.versions["content"] === scene.releases[0]?.version ? 1 : 0;
  };

  const promote = (label: 0 | 1, ...options: string[]): Promise<SiteRun> =>
    scene.site(...toPromote("a test", label), ...options);

  const readRevisions = (): Promise<number[]> =>
    Promise.all(sites.map(async (served) => (await served.ready()).revision));

  /** All servers show the revision, and all are listed with it. */
  const expectAgreement = (revision: number): Promise<void> =>
    vi.waitFor(async () => {
      expect(await readRevisions()).toEqual(sites.map(() => revision));
      const listed = (await operator.servers?.list()) ?? [];
      expect(listed.map(({ server, live }) => [server, live])).toEqual(sites.map(({ name }) => [name, revision]));
    }, soon);

  /** The third server's way to the store can be cut. */
  async function start(name: string): Promise<ServedSite> {
    const store = name === "c" ? `nats://127.0.0.1:${proxy.port}` : scene.nats.url;
    return serveSite(name, await toMachine(scene.bench, name, store));
  }

  test("are started from nothing but the store's address and the digest of the root, after the store was copied there", async () => {
    const { bench, nats, site } = scene;
    const copied = await site("store", "copy", bench.root, nats.url, "--replicas", "3");
    expect(copied).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^[1-9]\d* blobs and [1-9]\d* entries were copied; .*all equal\.$/),
    });
    const again = await site("store", "copy", bench.root, nats.url);
    expect(again.out).toMatch(/^0 blobs and 0 entries were copied/);
    const first = await start("a");
    // The others begin with the pages of the first one.
    for (const name of ["b", "c"]) await copyState(first, toMachineState(bench, "a"), toMachineState(bench, name));
    sites = [first, ...(await Promise.all(["b", "c"].map(start)))];
    for (const served of sites) expect(await readHome(served)).toContain("content ");
    expect(await readRevisions()).toEqual([1, 1, 1]);
    operator = await scene.openStore();
  });

  test("all show a promoted release when the command ends, which names how many", async () => {
    const run = await promote(0);
    expect(run).toMatchObject({ code: 0, out: expect.stringContaining("revision 2 is live") });
    expect(run.out).toContain("on 3 of 3 servers");
    for (const served of sites) expect(await readHome(served)).toContain("second ");
    expect((await scene.site("servers")).out).toMatch(/a +GGPPH +2 .*\n *b +GGPPH +2 .*\n *c +GGPPH +2/);
  });

  test("lose no promote and double none while nodes of the cluster are killed; one that is cut off meanwhile goes on serving, says since when it cannot read the store, is named by a promote, and catches up", async () => {
    const [, , far] = sites;
    if (!far) throw new Error("there are no three servers");
    const before = await operator.revision();
    const shown = await readHome(far);
    proxy.cut();
    const saysLag = vi.waitFor(
      async () => expect((await far.ready()).lag).toMatchObject({ why: "STORE_UNREACHABLE" }),
      soon,
    );
    // The leader of the log, whose end is followed by an election, and then a node that is not; at night many of each.
    const promoting = promoteUnderKills(scene, operator, {
      rounds: 6,
      promotesAKill: 3,
      pickNode: async (kills) => {
        const { leader, others } = await findLeader(scene);
        return kills === 0 ? leader : others[0];
      },
    });
    const [{ acknowledged }] = await Promise.all([promoting, saysLag]);
    expect(acknowledged).toEqual(Array.from({ length: 6 }, (_, index) => before + index + 1));
    const history = await operator.history();
    expect(history.map(({ set }) => set.revision)).toEqual(Array.from({ length: before + 6 }, (_, index) => index + 1));
    expect(history.slice(-6).map(({ why }) => why)).toEqual(Array.from({ length: 6 }, (_, index) => `round ${index}`));

    expect(await far.ready()).toMatchObject({ ready: true, revision: before, desired: null });
    expect(await readHome(far)).toBe(shown);
    const run = await promote(await findOtherLabel(), "--wait-seconds", "2");
    expect(run.out).toContain(`revision ${before + 7} is recorded; waiting at most 2 s until servers show it`);
    // A server that is not heard of for 15 seconds is no longer listed.
    expect(run.code === 8 ? run.err : run.out).toMatch(/SERVERS_LAG: .*behind are: .*c at revision|on 2 of 2 servers/);
    await vi.waitFor(async () => expect(await readRevisions()).toEqual([before + 7, before + 7, before]), soon);
    proxy.mend();
    await vi.waitFor(async () => expect(await far.ready()).toMatchObject({ revision: before + 7, lag: null }), soon);
    await expectAgreement(before + 7);
  });

  test("let one of two operators win who promote at once, and the other is told", async () => {
    const expected = await operator.revision();
    const label = await findOtherLabel();
    // Each has a reason of its own: signed in one millisecond with one key, records that are equal in all else are one record.
    const runs = await Promise.all(
      ["one", "another"].map((why) => scene.site(...toPromote(why, label), "--expect", String(expected))),
    );
    const other = { ...scene.versions, content: scene.releases[1 - label]?.version ?? "" };
    const third = await operator.advance(expected, other, { why: "other" }).then(
      () => ({ code: 0, err: "" }),
      (error: unknown) => ({ code: isSiteError(error, "REVISION_CONFLICT") ? 4 : 1, err: String(error) }),
    );
    const codes = [...runs, third].map(({ code }) => code).toSorted();
    expect(codes, [...runs, third].map(({ err }) => err).join("\n")).toEqual([0, 4, 4]);
    expect(await operator.revision()).toBe(expected + 1);
    await expectAgreement(expected + 1);
  });

  test("without any NATS go on serving, also after a restart, while promote and publish are refused with the reason; then they agree again", async () => {
    const [first] = sites;
    if (!first) throw new Error("there is no server");
    const shown = await readHome(first);
    const before = (await first.ready()).revision;
    const label = await findOtherLabel();
    for (const node of scene.nats.servers) await node.kill();
    for (const served of sites) expect(await readHome(served)).toBe(shown);
    const built = scene.releases[0]?.folder ?? "";
    for (const refused of await Promise.all([promote(0), scene.site("publish", "content", "--from", built)]))
      expect(refused).toMatchObject({
        code: 7,
        err: expect.stringMatching(/^STORE_UNREACHABLE: .*cannot be reached.*Nothing was changed/),
      });
    expect(await first.stop()).toBe(0);
    const restarted = await start("a");
    sites[0] = restarted;
    expect(await readHome(restarted)).toBe(shown);
    expect(await restarted.ready()).toMatchObject({ ready: true, revision: before, desired: null });
    // One node of three elects no leader. After the others start, an election takes a few seconds more.
    const [node, ...others] = scene.nats.servers;
    await node?.start();
    const promoting = scene.startSite(...toPromote("a test", label), "--expect", String(before), "--wait", "none");
    await vi.waitFor(
      () =>
        expect(promoting.err()).toMatch(
          /^The release store at nats:.* gives no answer now .*asked again for at most 60 s\.$/m,
        ),
      soon,
    );
    await Promise.all(others.map((other) => other.start()));
    const run = await promoting.ended;
    expect(run.code, run.err).toBe(0);
    expect(run.out).toContain(`revision ${before + 1} is recorded`);
    await expectAgreement(before + 1);
  });
});
