import { mkdtempSync } from "node:fs";
import { cp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { natsNote, natsProgram, startNatsServers } from "../../src/server/testing/nats-servers.ts";
import { parseEnvironment } from "../../src/server/environment.ts";
import { retireKey } from "../../src/server/releases/trust/change-teams.ts";
import { runSiteIn, type SiteRun } from "../testing/run-site-fixture.ts";
import { changeSharedList } from "./shared-list.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

describe.skipIf(natsProgram === undefined)(`two owners of the trust list of a store in NATS${natsNote}`, () => {
  let folder = "";
  let nats: Awaited<ReturnType<typeof startNatsServers>>;

  /** The environment of a machine: it has its own copy of the trust list, of the keys and of what it has seen. */
  const toEnv = (machine: string, store = nats.url) => ({
    STORE: store,
    STORE_DIR: join(folder, machine, "store"),
    TRUST_DIR: join(folder, machine, "trust"),
    KEYS_DIR: join(folder, machine, "keys"),
    STATE_DIR: join(folder, machine, "state"),
  });
  const on = (machine: string, ...words: string[]): Promise<SiteRun> =>
    runSiteIn(join(folder, machine, "store"), words, toEnv(machine));
  const done = async (machine: string, ...words: string[]): Promise<string> => {
    const { code, out, err } = await on(machine, ...words);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    return out;
  };
  /** The key of a team, as the list of a machine says it. */
  const keyOf = async (machine: string, team: string): Promise<string> =>
    new RegExp(String.raw`^the team of ${team} .*? ([0-9a-f]{12}) `, "m").exec(
      await done(machine, "keys", "list"),
    )?.[1] ?? "";

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "two-owners-"));
    nats = await startNatsServers({ folder });
    await done("ana", "init");
    await cp(join(folder, "ana"), join(folder, "bo"), { recursive: true });
  });
  afterAll(async () => {
    await nats?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test("each change is made on top of the other's, also from a machine that was away", async () => {
    const stolen = await keyOf("bo", "content");
    await done("ana", "keys", "revoke", stolen, "--why", "laptop stolen");
    await done("bo", "keys", "add", "lobby", "--owner", "Bo");
    await done("ana", "keys", "add", "lounge", "--owner", "Ana");
    for (const machine of ["ana", "bo"]) {
      await done(machine, "trust", "renew", "--days", "300");
      const list = await done(machine, "keys", "list");
      expect(list).toMatch(/^the team of lobby /m);
      expect(list).toMatch(/^the team of lounge /m);
      expect(list).toMatch(/revoked/);
    }
  });

  test("a change that another owner's overtakes is not kept, and the machine has the other's list", async () => {
    const bo = parseEnvironment(toEnv("bo"), folder);
    const overtaken = changeSharedList(
      bo,
      async () => {
        await done("ana", "keys", "add", "poker-school", "--owner", "Ana");
        return retireKey(bo.places, await keyOf("bo", "shell"), new Date());
      },
      () => undefined,
    );
    await expect(overtaken).rejects.toMatchObject({ code: "TRUST_CHANGED" });
    expect(await done("bo", "keys", "list")).toBe(await done("ana", "keys", "list"));
    await done("bo", "keys", "retire", await keyOf("bo", "shell"));
    // Any command that opens the store fetches the list.
    await done("ana", "status");
    expect(await done("ana", "keys", "list")).toMatch(/^the team of shell .*retired/m);
  });

  test("a change that was made without the store reaches it when the same command runs with it", async () => {
    const words = ["keys", "add", "cashier", "--owner", "Ana"];
    const { STORE: _without, ...alone } = toEnv("ana");
    expect(await runSiteIn(join(folder, "ana/store"), words, alone)).toMatchObject({ code: 0 });
    await done("bo", "status");
    expect(await done("bo", "keys", "list")).not.toMatch(/^the team of cashier /m);
    await done("ana", ...words);
    await done("bo", "status");
    expect(await done("bo", "keys", "list")).toMatch(/^the team of cashier /m);
  });

  test("without the store nothing is changed, and the command says so", async () => {
    const before = await done("bo", "keys", "list");
    const words = ["keys", "add", "casino", "--owner", "Bo"];
    const { code, err } = await runSiteIn(join(folder, "bo/store"), words, toEnv("bo", "nats://127.0.0.1:9"));
    expect({ code, err }).toEqual({ code: 7, err: expect.stringMatching(/^STORE_UNREACHABLE: /) });
    expect(await done("bo", "keys", "list")).toBe(before);
  });
});
