import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type ClusterScene, createClusterScene, promoteUnderKills } from "../../cli/testing/cluster-scene.ts";
import type { ReleaseStore } from "../../src/server/releases/release-store.ts";
import { natsNote, natsProgram } from "../../src/server/testing/nats-servers.ts";
import { type ServedSite, serveSite, toMachine } from "../../src/server/testing/nats-sites.ts";

vi.setConfig({ testTimeout: 1_200_000, hookTimeout: 240_000 });

const rounds = 200;

describe.skipIf(natsProgram === undefined)(`a store in a cluster of three${natsNote}`, () => {
  let scene: ClusterScene;
  let operator: ReleaseStore;
  const sites: ServedSite[] = [];

  beforeAll(async () => {
    scene = await createClusterScene();
    const copied = await scene.site("store", "copy", scene.bench.root, scene.nats.url, "--replicas", "3");
    expect(copied).toMatchObject({ code: 0, err: "" });
    operator = await scene.openStore();
    for (const name of ["a", "b", "c"])
      sites.push(await serveSite(name, await toMachine(scene.bench, name, scene.nats.url)));
  });
  afterAll(async () => {
    await Promise.all(sites.map((site) => site.stop("SIGKILL")));
    await scene?.remove();
  });

  test("shows every promoted release on all three servers, and prints how soon", async () => {
    const times: number[] = [];
    for (let turn = 0; turn < 20; turn += 1) {
      const content = scene.releases[turn % 2]?.version ?? "";
      const began = performance.now();
      const record = await operator.advance(
        await operator.revision(),
        { ...scene.versions, content },
        { why: `turn ${turn}` },
      );
      const mark = turn % 2 === 0 ? "second " : "third ";
      await vi.waitFor(
        async () => {
          for (const { origin } of sites) expect(await (await fetch(`${origin}/about-us/`)).text()).toContain(mark);
        },
        { timeout: 60_000, interval: 5 },
      );
      times.push(performance.now() - began);
      expect(await operator.revision()).toBe(record.set.revision);
    }
    const [first, second, ...later] = times.map((time) => Math.round(time));
    const byTime = later.toSorted((a, b) => a - b);
    console.log(
      `From a promote until all three servers show it: ${first} and ${second} ms where its pages are composed for the first time, then ${byTime[9]} ms in the middle and at most ${byTime.at(-1)} ms.`,
    );
  });

  test(`loses none of ${rounds} promotes and doubles none while its nodes are killed one after the other, and all servers agree`, async () => {
    const before = await operator.revision();
    const { acknowledged, kills, repeats, times } = await promoteUnderKills(scene, operator, {
      rounds,
      promotesAKill: 8,
    });
    const byTime = times.toSorted((a, b) => a - b);
    console.log(
      `${rounds} promotes, ${kills} nodes killed, ${repeats} calls repeated; a promote took ${byTime[rounds / 2]?.toFixed(0)} ms, at most ${byTime.at(-1)?.toFixed(0)} ms.`,
    );
    expect(acknowledged).toEqual(Array.from({ length: rounds }, (_, index) => before + index + 1));
    const history = (await operator.history()).slice(-rounds);
    expect(history.map(({ set, why }) => [set.revision, why])).toEqual(
      acknowledged.map((revision, index) => [revision, `round ${index}`]),
    );
    const content = scene.releases[(rounds - 1) % 2]?.version;
    expect(history.at(-1)?.set.versions["content"]).toBe(content);
    await vi.waitFor(
      async () => {
        const ready = await Promise.all(sites.map((site) => site.ready()));
        expect(ready.map(({ revision }) => revision)).toEqual(sites.map(() => before + rounds));
        expect(new Set(ready.map(({ id }) => id)).size).toBe(1);
      },
      { timeout: 60_000, interval: 250 },
    );
    const homes = await Promise.all(sites.map(async ({ origin }) => (await fetch(`${origin}/about-us/`)).text()));
    for (const home of homes) expect(home).toContain("third ");
  });
});
