import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, symlinkSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { codeCache } from "../../src/server/testing/code-cache.ts";
import { createFixtureBench } from "../../src/server/testing/fixture-bench.ts";
import { natsNote, natsProgram, startNatsServers } from "../../src/server/testing/nats-servers.ts";
import { exitCodes } from "../command-line/exit-codes.ts";
import { runSiteIn } from "../testing/run-site-fixture.ts";

vi.setConfig({ testTimeout: 60_000 });

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "make-store-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs commands on a small disk of their own. @returns what they print, errors too */
function runOnDisk(...commands: string[]): string {
  const script = [`mount -t tmpfs -o size=256k tmpfs ${folder}`, ...commands].join("; ");
  return execFileSync("unshare", ["-rm", "sh", "-c", `exec 2>&1; ${script}`], {
    env: { ...process.env, NODE_COMPILE_CACHE: codeCache, STORE_DIR: join(folder, "store") },
    encoding: "utf8",
  });
}

const init = `${process.execPath} ${join(import.meta.dirname, "../commands/site.ts")} init; echo exit $?`;

describe.runIf(canMount())("site init", () => {
  test("on a full disk says so, and makes the store once there is room", () => {
    const output = runOnDisk(`dd if=/dev/zero of=${folder}/fill bs=1k status=none`, init, `rm ${folder}/fill`, init);
    expect(output).toMatch(/STORE_FULL: [^]*Make room[^]*exit 7\n[^]*made a release store[^]*exit 0\n$/);
  });

  test("on a read-only disk says that the folder cannot be written", () => {
    const output = runOnDisk(`mount -o remount,ro ${folder}`, init);
    expect(output).toMatch(/STORE_NOT_WRITABLE: \S+\/store cannot be written: EROFS[^]*exit 7\n$/);
  });
});

test("site init makes no identities for a store with records whose trust list is elsewhere, as through a link", async () => {
  const bench = await createFixtureBench();
  try {
    await bench.writeIdentities();
    await bench.releaseAll();
    const link = join(folder, "link");
    symlinkSync(bench.root, link);
    const { code, err } = await runSiteIn(link, ["init"]);
    expect({ code, err }).toEqual({
      code: exitCodes.trust.code,
      err: expect.stringContaining(
        `IDENTITIES_INCOMPLETE: ${link} is there, and ${link}.trust that belongs to it is not`,
      ),
    });
    expect([".trust", ".keys"].map((ending) => existsSync(`${link}${ending}`))).toEqual([false, false]);
    const beside = { TRUST_DIR: `${bench.root}.trust`, KEYS_DIR: `${bench.root}.keys` };
    expect(await runSiteIn(link, ["init"], beside)).toMatchObject({ code: 0, err: "" });
  } finally {
    await bench.remove();
  }
});

test.runIf(canMount())(
  "keys and a trust list on a read-only disk are named by their own path, once and not as the store",
  () => {
    const site = `${process.execPath} ${join(import.meta.dirname, "../commands/site.ts")}`;
    const output = runOnDisk(
      `export STORE_DIR=${folder}/store`,
      init,
      `mount -o remount,ro ${folder}`,
      `${site} keys make lobby; echo exit $?`,
      `${site} trust renew --days 30; echo exit $?`,
    );
    expect(output.split("\n").filter((line) => /^[A-Z_]+:|^exit/.test(line))).toEqual([
      "exit 0",
      ...["store.keys/teams/lobby.pem", "store.trust/proposed.json"].flatMap((name) => [
        `STORE_NOT_WRITABLE: ${folder}/${name} cannot be written: EROFS: read-only file system, open '${folder}/${name}'. Check who owns the folder, its permissions and its disk, and run the command again.`,
        "exit 7",
      ]),
    ]);
  },
);

test.runIf(canMount())("a trust list whose own disk is full is named, not the store", () => {
  const store = join(folder, "own/store");
  const site = `${process.execPath} ${join(import.meta.dirname, "../commands/site.ts")}`;
  const output = runOnDisk(
    `mkdir ${folder}/own ${folder}/trust; mount -t tmpfs -o size=16k tmpfs ${folder}/trust`,
    `export STORE_DIR=${store} TRUST_DIR=${folder}/trust/list`,
    init,
    `dd if=/dev/zero of=${folder}/trust/fill bs=1k status=none`,
    `${site} trust renew --days 30; echo exit $?`,
  );
  expect(output).toMatch(
    /exit 0\n[^]*STORE_FULL: There is no room left for \S+\/trust\/list\/proposed\.json\. [^]*exit 7\n$/,
  );
});

/** Whether this machine lets a test mount something for itself. */
function canMount(): boolean {
  try {
    execFileSync("unshare", ["-rm", "true"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

test.skipIf(natsProgram === undefined)(
  `a store in NATS in which nothing is live is named by its address, and not by the folder of copies, which site doctor does not miss${natsNote}`,
  async () => {
    const nats = await startNatsServers({ folder });
    try {
      const env = { STORE: nats.url };
      const copies = join(folder, "copies");
      expect(await runSiteIn(copies, ["init"], env)).toMatchObject({ code: 0 });
      const { out } = await runSiteIn(copies, ["doctor"], env);
      expect(out).toMatch(/^NOW +store: Nothing is live\.$/m);
      // The folder of copies is made when the first release is read: its disk is looked at in the folder above.
      expect(out).toContain(` disk: The folder for this machine's copy, ${folder}, has `);
      expect(out).not.toContain("cannot be looked at");
      for (const words of [["verify"], ["store", "collect"]])
        expect(await runSiteIn(copies, words, env)).toMatchObject({
          code: exitCodes.notFound.code,
          err: expect.stringContaining(`NOTHING_LIVE: Nothing is live in the store at ${nats.url}/site, `),
        });
    } finally {
      await nats.stop();
    }
  },
);
