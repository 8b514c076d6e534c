import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Arbitrary, array, assert, asyncProperty, constant, constantFrom, nat, oneof, record } from "fast-check";
import { expect, test } from "vitest";
import type { SetVersions } from "@site/contracts/releases/release-set";
import { createFixtureBench, type FixtureBench } from "../../testing/fixture-bench.ts";
import { fixturePackages, toServerSource } from "../../testing/fixture-release.ts";
import { planRollback, promote, rollback } from "../../publishing/promote.ts";
import { readRelease, toManifestBytes } from "../release-files.ts";
import type { ReleaseStore } from "../release-store.ts";
import { openSeenRevision } from "./seen-revision.ts";

/** One action on a store. `by` is the index of one of two operators, each with a process of its own. */
type Step =
  | { does: "publish"; name: string; by: number }
  | { does: "promote"; which: number; by: number }
  | { does: "roll back"; by: number }
  | { does: "promote late"; which: number }
  | { does: "die while publishing"; name: string }
  | { does: "lose power while recording" }
  | { does: "restart" }
  | { does: "collect" };

const operator = nat({ max: 1 });
const name = constantFrom("content", "download", "navigation");
const which = nat({ max: 9 });
const step: Arbitrary<Step> = oneof(
  record({ does: constant("publish" as const), name, by: operator }),
  { arbitrary: record({ does: constant("promote" as const), which, by: operator }), weight: 2 },
  record({ does: constant("roll back" as const), by: operator }),
  record({ does: constant("promote late" as const), which }),
  record({ does: constant("die while publishing" as const), name }),
  record({ does: constant("lose power while recording" as const) }),
  record({ does: constant("restart" as const) }),
  record({ does: constant("collect" as const) }),
);

const checkSet = async () => ({ sites: ["GGPPH"], checks: [] });
const note = { why: "a step", checkSet };

/** The model of a store: all sets that were live, the line of promotes that rollbacks walk back, and the releases. */
class Model {
  readonly revisions: SetVersions[];
  line: SetVersions[];
  readonly releases: { name: string; version: string }[];

  constructor(first: SetVersions) {
    this.revisions = [first];
    this.line = [first];
    this.releases = Object.entries(first).map(([owner, version]) => ({ name: owner, version }));
  }

  live(): SetVersions {
    return this.revisions.at(-1) ?? {};
  }

  promote(changes: SetVersions): void {
    const next = { ...this.live(), ...changes };
    if (Object.entries(next).every(([owner, version]) => this.live()[owner] === version)) return;
    this.revisions.push(next);
    this.line.push(next);
  }

  /** Whether there was something to go back to. */
  rollBack(): boolean {
    const before = this.line.at(-2);
    if (!before) return false;
    this.line = this.line.slice(0, -1);
    this.revisions.push(before);
    return true;
  }

  /** Removes the releases that neither the live set nor a later rollback needs. */
  collect(): { name: string; version: string }[] {
    const needed = (one: { name: string; version: string }): boolean =>
      this.line.some((set) => set[one.name] === one.version);
    const gone = this.releases.filter((one) => !needed(one));
    for (const one of gone) this.releases.splice(this.releases.indexOf(one), 1);
    return gone;
  }
}

test("after any steps of two operators, crashes, restarts and collections, a store and every server agree with the model", async () => {
  await assert(
    asyncProperty(array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const bench = await createFixtureBench();
      try {
        await walk(bench, steps);
      } finally {
        await bench.remove();
      }
    }),
    { numRuns: 12 },
  );
}, 240_000);

async function walk(bench: FixtureBench, steps: readonly Step[]): Promise<void> {
  const model = new Model(await bench.releaseAll());
  let operators = [bench.reopen(), bench.reopen()];
  const openServer = (): ReleaseStore =>
    bench.reopen({ keys: undefined, seen: openSeenRevision(`${bench.root}.state`, "stable") });
  let servers = [openServer(), openServer()];
  let made = 0;
  const by = (index: number): ReleaseStore => operators[index] ?? bench.store;
  const pick = (which: number): { name: string; version: string } =>
    model.releases[which % model.releases.length] ?? { name: "content", version: "none" };
  const build = (owner: string) => {
    made += 1;
    return bench.write(owner, { server: toServerSource(`${owner} ${made}`) });
  };

  for (const one of steps) {
    if (one.does === "publish") {
      const { name: owner, version, folder } = await build(one.name);
      await by(one.by).admit(await readRelease(folder, owner));
      model.releases.push({ name: owner, version });
    } else if (one.does === "promote") {
      const { name: owner, version } = pick(one.which);
      await promote(by(one.by), { [owner]: version }, note);
      model.promote({ [owner]: version });
    } else if (one.does === "roll back") {
      const done = model.rollBack();
      if (done) await rollback(by(one.by), {}, note);
      else await expect(planRollback(by(one.by), {})).rejects.toMatchObject({ code: "ROLLBACK_IMPOSSIBLE" });
    } else if (one.does === "promote late") {
      const { name: owner, version } = pick(one.which);
      await expect(promote(by(1), { [owner]: version }, note, model.revisions.length - 1)).rejects.toMatchObject({
        code: "REVISION_CONFLICT",
      });
    } else if (one.does === "die while publishing") {
      const { name: owner, folder } = await build(one.name);
      const { release, files } = await readRelease(folder, owner);
      await bench.blobs.put([toManifestBytes(release), ...[...files.values()].slice(1)]);
    } else if (one.does === "lose power while recording") {
      const channel = join(bench.root, "channels/stable");
      await mkdir(channel, { recursive: true });
      await writeFile(join(channel, `${String(model.revisions.length + 1).padStart(8, "0")}.json`), '{"signatures":[', {
        flag: "wx",
      }).catch(() => undefined);
    } else if (one.does === "restart") {
      operators = [bench.reopen(), bench.reopen()];
      servers = [openServer(), openServer()];
    } else {
      for (const { name: owner, version } of model.collect()) await by(0).remove(owner, version);
      await bench.reopen({ now: () => new Date(Date.now() + 7_200_000) }).sweep();
    }
    await expectSame(model, [...operators, ...servers]);
  }
}

/** Expects the live set in each process, and in the first the history and the releases, to be those of the model. */
async function expectSame(model: Model, stores: readonly ReleaseStore[]): Promise<void> {
  const { revisions, releases } = model;
  for (const store of stores)
    expect((await store.current())?.set).toMatchObject({ revision: revisions.length, versions: model.live() });
  const [store] = stores;
  if (!store) return;
  expect((await store.history()).map(({ set }) => set.versions)).toEqual(revisions);
  for (const owner of fixturePackages) {
    expect(await store.versions(owner)).toEqual(
      releases.filter((one) => one.name === owner).map(({ version }) => version),
    );
  }
  for (const [owner, version] of Object.entries(model.live()))
    expect((await store.load(owner, version)).release.version).toBe(version);
}
