import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createFixtureBench, type FixtureBench } from "../../src/server/testing/fixture-bench.ts";
import { type FixtureRelease, toServerSource } from "../../src/server/testing/fixture-release.ts";
import { type ChannelChange, planChannels } from "../../src/server/publishing/plan-channels.ts";
import { carryOut, promote, rollback } from "../../src/server/publishing/promote.ts";
import { isSiteError } from "@site/contracts/errors";
import { type Build, releaseNewBuilds, type ReleaseSteps } from "./release-new-builds.ts";

const note = { why: "a start", checkSet: async () => ({ sites: ["GGPPH"], checks: [] }) };
let bench: FixtureBench;
let built: Build;
let made: FixtureRelease;
beforeEach(async () => {
  bench = await createFixtureBench();
  await bench.writeIdentities();
  await bench.releaseAll();
  made = await bench.write("content", { server: toServerSource("new build") });
  built = { name: "content", version: made.version };
});
afterEach(() => bench.remove());

const readLive = async (): Promise<string | undefined> => (await bench.store.current())?.set.versions["content"];

/** The steps of a start, on the store itself. `meanwhile` runs between the publish and the promote. */
function createSteps(meanwhile: () => Promise<unknown> = async () => undefined): ReleaseSteps {
  return {
    publish: ([build]) => (build ? bench.take(made) : Promise.resolve()),
    async promote(builds) {
      const expected = (await bench.store.current())?.set.revision;
      await meanwhile();
      try {
        await promote(
          bench.store,
          Object.fromEntries(builds.map(({ name, version }) => [name, version])),
          note,
          expected,
        );
        return true;
      } catch (error) {
        if (isSiteError(error, "REVISION_CONFLICT")) return false;
        throw error;
      }
    },
  };
}

describe("a start", () => {
  test("makes a new build live, once", async () => {
    await releaseNewBuilds(bench.store, [built], createSteps());
    await releaseNewBuilds(bench.store, [built], createSteps());
    expect(await readLive()).toBe(built.version);
    expect(await bench.store.history()).toHaveLength(2);
  });

  test("makes a build live that an earlier start published and did not get to promote", async () => {
    await bench.take(made);
    await releaseNewBuilds(bench.store, [built], createSteps());
    expect(await readLive()).toBe(built.version);
  });

  test("leaves a build alone that was live once and was rolled back", async () => {
    await releaseNewBuilds(bench.store, [built], createSteps());
    await rollback(bench.store, {}, note);
    await releaseNewBuilds(bench.store, [built], createSteps());
    expect(await readLive()).not.toBe(built.version);
  });

  test("goes on when another server promotes the same build first", async () => {
    await releaseNewBuilds(
      bench.store,
      [built],
      createSteps(() => promote(bench.store, { content: built.version }, note)),
    );
    expect(await readLive()).toBe(built.version);
    expect(await bench.store.history()).toHaveLength(2);
  });

  test("promotes its build all the same when an operator moved another package meanwhile", async () => {
    let moved = false;
    await releaseNewBuilds(
      bench.store,
      [built],
      createSteps(async () => {
        if (!moved) await bench.release("download", { server: toServerSource("another") });
        moved = true;
      }),
    );
    expect(await readLive()).toBe(built.version);
    expect(await bench.store.history()).toHaveLength(3);
  });

  test("gives up, with the conflict, when the channel moves every time", async () => {
    let moves = 0;
    const steps = createSteps(async () => {
      moves += 1;
      await bench.release("download", { server: toServerSource(`move ${moves}`) });
    });
    await expect(releaseNewBuilds(bench.store, [built], steps)).rejects.toMatchObject({ code: "REVISION_CONFLICT" });
  });

  test("leaves a package where a freeze, a pin or a canary keeps it, and says so", async () => {
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const { version } = await bench.admit("content", { server: toServerSource("tried") });
    const holds: [ChannelChange, ChannelChange][] = [
      [{ kind: "freeze", why: "the weekend" }, { kind: "thaw" }],
      [
        { kind: "pin", name: "content", why: "it moves", until },
        { kind: "unpin", name: "content" },
      ],
      [{ kind: "canary-start", changes: { content: version }, percent: 5, first: 0 }, { kind: "canary-stop" }],
    ];
    const before = await readLive();
    const told: string[] = [];
    const change = async (one: ChannelChange) => carryOut(bench.store, await planChannels(bench.store, one), note);
    for (const [hold, end] of holds) {
      await change(hold);
      const tellHeld = (builds: readonly Build[]) => void told.push(...builds.map(({ name }) => name));
      await releaseNewBuilds(bench.store, [built], { ...createSteps(), tellHeld });
      expect(await readLive()).toBe(before);
      await change(end);
    }
    expect(told).toEqual(["content", "content", "content"]);
    // What was in a canary that ended is not promoted either.
    await releaseNewBuilds(bench.store, [{ name: "content", version }], createSteps());
    expect(await readLive()).toBe(before);
    await releaseNewBuilds(bench.store, [built], createSteps());
    expect(await readLive()).toBe(built.version);
  });
});
