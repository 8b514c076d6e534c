import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { admitVariant, countersignVariants } from "../faults/admit-variant.ts";
import { recordFigure } from "../faults/record-figure.ts";
import { startSite } from "../harness/start-site.ts";
import { useOwnSite } from "../harness/use-site.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { toBuildId } from "../../src/server/pages/build-id.ts";
import { fetchLatest, fetchPage, listMarks, untilLive } from "./answers.ts";
import { type Variant, writeVariant } from "./release-variant.ts";
import { openStore, publish, runCommand, startCommand } from "./site-command.ts";
import { sampled } from "../harness/sampled.ts";

/** How often each command is killed. */
const crashes = sampled({ all: { publish: 8, promote: 12 }, sample: { publish: 1, promote: 2 } });
const seed = 20_240_426;

/** Milliseconds that a publish takes at least, with its check. */
const shortestPublishMs = 1500;

const { site } = useOwnSite(() => startSite("GGPPH"));

test(
  "a publish that is killed leaves what is live as it was, and can be done again",
  { timeout: 240_000 },
  async () => {
    const before = await readCurrent();
    const measured = sampled({
      all: async () =>
        timeCommand("publish", ...toPublish(await writeVariant(site().storeDir, "navigation", { mark: "measured" }))),
      // One moment in it, which needs no measurement.
      sample: async () => shortestPublishMs,
    });
    for (const [round, moment] of spread(await measured(), crashes.publish).entries()) {
      const made = await writeVariant(site().storeDir, "navigation", { mark: `publish-${round}` });
      await killAt(moment, "publish", ...toPublish(made));
      expect(await readCurrent()).toEqual(before);
      await expectWhole(before.id);
      // When the store lists this version, it is complete.
      if ((await (await openStore(site().storeDir)).versions("navigation")).includes(made.version)) {
        await (await openStore(site().storeDir)).load(made.name, made.version);
      }
      await publish(site().storeDir, made);
      await (await openStore(site().storeDir)).load(made.name, made.version);
    }
    await expectVerified();
  },
);

test(
  "a promote that is killed leaves the old set or the new one, and the server serves that one whole",
  { timeout: 240_000 },
  async () => {
    const versions: Variant[] = [];
    for (const mark of ["left", "right"]) {
      const made = await admitVariant(site().storeDir, "navigation", { mark });
      await countersignVariants(site().storeDir, [made]);
      versions.push(made);
    }
    const [left, right] = versions;
    if (!left || !right) throw new Error("There are two variants.");
    const measured = await timeCommand("promote", left.label, "--why", "to measure");
    let live = left;
    for (const moment of spread(measured, crashes.promote)) {
      const next = live === left ? right : left;
      const before = await readCurrent();
      await killAt(moment, "promote", next.label, "--why", "to crash");
      const after = await readCurrent();
      expect([before.revision, before.revision + 1]).toContain(after.revision);
      expect(after.versions).toEqual(
        after.revision === before.revision ? before.versions : { ...before.versions, navigation: next.version },
      );
      if (after.revision !== before.revision) live = next;
      await untilLive(site(), after.id);
      await expectWhole(after.id, live.mark);
      await expectVerified();
    }
    recordFigure("publish-killed", "kills", crashes.publish + crashes.promote);
    const history = await (await openStore(site().storeDir)).history();
    expect(history.map(({ set }) => set.revision)).toEqual(history.map((_record, index) => index + 1));
  },
);

function toPublish({ name, folder }: Variant): string[] {
  return [name, "--from", folder];
}

async function expectVerified(): Promise<void> {
  const { exitCode, output } = await runCommand(site().storeDir, "verify");
  expect(exitCode, output).toBe(0);
}

async function readCurrent() {
  const record = await (await openStore(site().storeDir)).current();
  if (!record) throw new Error("Nothing is live.");
  return record.set;
}

/** Milliseconds a command takes now. */
async function timeCommand(...verbs: string[]): Promise<number> {
  const started = performance.now();
  const { output, exitCode } = await runCommand(site().storeDir, ...verbs);
  if (exitCode !== 0) throw new Error(output);
  return performance.now() - started;
}

async function killAt(moment: number, ...verbs: string[]): Promise<void> {
  const { child, result } = startCommand(site().storeDir, ...verbs);
  await Promise.race([once(child, "exit"), sleep(moment)]);
  child.kill("SIGKILL");
  await result;
}

/** Moments over the whole of a duration, one at a random place in each of its parts; the same ones in every run. */
function spread(duration: number, count: number): number[] {
  let state = seed;
  return Array.from({ length: count }, (_moment, index) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return ((index + state / 2_147_483_648) / count) * duration;
  });
}

/** Pages are 200 and of the set that is live. */
async function expectWhole(id: string, mark?: string): Promise<void> {
  for (const path of ["/", "/download/"]) {
    await waitUntil(async () => (await fetchLatest(site())) === toBuildId(id), { what: `the set ${id}` });
    const page = await fetchPage(site(), path);
    expect(page.status).toBe(200);
    if (mark !== undefined) expect(listMarks(page.html)).toEqual([mark]);
  }
}
