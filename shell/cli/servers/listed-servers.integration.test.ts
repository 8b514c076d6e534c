import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import { SiteError } from "@site/contracts/errors";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { type CutProxy, startCutProxy } from "../../src/server/testing/cut-proxy.ts";
import { fewPages } from "../../src/server/testing/few-pages.ts";
import { createFixtureBench, type FixtureBench } from "../../src/server/testing/fixture-bench.ts";
import { natsNote, natsProgram, startNatsServers } from "../../src/server/testing/nats-servers.ts";
import {
  copyState,
  type ServedSite,
  serveSite,
  toMachine,
  toMachineState,
} from "../../src/server/testing/nats-sites.ts";
import { exitCodes } from "../command-line/exit-codes.ts";
import { runSiteIn, type SiteRun } from "../testing/run-site-fixture.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const unlistedSchema = v.object({ unlisted: v.optional(v.unknown()) });

describe.skipIf(natsProgram === undefined)(
  `servers of a store in NATS that takes announcements slowly${natsNote}`,
  () => {
    let folder = "";
    let bench: FixtureBench;
    let nats: Awaited<ReturnType<typeof startNatsServers>>;
    let proxy: CutProxy;
    let served: ServedSite | undefined;

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), "listed-servers-"));
      bench = await createFixtureBench();
      await bench.writeIdentities();
      await bench.releaseAll({ shell: fewPages });
      nats = await startNatsServers({ folder });
      proxy = await startCutProxy(Number(new URL(nats.url).port), { text: "$KV.site-servers.", ms: 1000 });
      expect(await site("store", "copy", bench.root, nats.url)).toMatchObject({ code: 0, err: "" });
    });
    afterAll(async () => {
      await served?.stop("SIGKILL");
      await proxy?.close();
      await nats?.stop();
      await bench?.remove();
      await rm(folder, { recursive: true, force: true });
    });

    const site = (...words: string[]): Promise<SiteRun> => siteUntil(undefined, ...words);

    /** @param interrupted rejects when a signal ends the command */
    const siteUntil = (interrupted: Promise<never> | undefined, ...words: string[]): Promise<SiteRun> =>
      runSiteIn(
        `${bench.root}.copy`,
        words,
        {
          STORE: nats.url,
          TRUST_DIR: `${bench.root}.trust`,
          KEYS_DIR: `${bench.root}.keys`,
          STATE_DIR: join(folder, "operator.state"),
        },
        interrupted,
      );

    test("a server that answers is listed, so that no promote ends without it", async () => {
      served = await serveSite("slow", await toMachine(bench, "slow", `nats://127.0.0.1:${proxy.port}`));
      expect((await site("servers")).out).toMatch(/slow +GGPPH +1/);
    });

    test("a move that is interrupted while it waits for a server, or waits in vain, tells machines which revision it recorded", async () => {
      served?.child.kill("SIGSTOP");
      onTestFinished(() => void served?.child.kill("SIGCONT"));
      const { promise, reject } = Promise.withResolvers<never>();
      const freezing = siteUntil(promise, "freeze", "--why", "a holiday", "--json");
      await vi.waitFor(async () => expect((await site("status")).out).toMatch(/^revision +2$/m), { timeout: 20_000 });
      reject(new SiteError("INTERRUPTED", { signal: "SIGINT" }));
      const { code, out } = await freezing;
      expect(code).toBe(130);
      expect(JSON.parse(out)).toMatchObject({ error: { code: "INTERRUPTED" }, set: { revision: 2 }, why: "a holiday" });
      const late = await site("thaw", "--why", "back again", "--wait-seconds", "1", "--json");
      expect(late.code).toBe(exitCodes.lagging.code);
      expect(JSON.parse(late.out)).toMatchObject({ error: { code: "SERVERS_LAG" }, set: { revision: 3 } });
    });

    test("a server that cannot take its port ends, and is listed no more", async () => {
      if (!served) throw new Error("no server runs");
      const { port } = new URL(served.origin);
      await copyState(served, toMachineState(bench, "slow"), toMachineState(bench, "second"));
      const second = serveSite("second", { ...(await toMachine(bench, "second", nats.url)), PORT: port });
      await expect(second).rejects.toThrow(/ADDRESS_UNUSABLE: .*another program listens there.*PORT/);
      const { out } = await site("servers");
      expect(out).toContain("slow");
      expect(out).not.toContain("second");
    });

    test("a machine with the name of another one, as of an environment file that was copied, is listed beside it and takes it off no list", async () => {
      const other = await serveSite("slow", await toMachine(bench, "copied", nats.url));
      onTestFinished(async () => void (await other.stop("SIGKILL")));
      expect((await site("servers")).out.match(/^slow +GGPPH +3/gm)).toHaveLength(2);
      await other.stop();
      expect((await site("servers")).out.match(/^slow +GGPPH +3/gm)).toHaveLength(1);
    });

    test("a server that reads its store and cannot write to its list says so, to the doctor too, and an operator reads where to ask", async () => {
      const connection = await connect({ servers: nats.url });
      onTestFinished(() => connection.close());
      const jsm = await jetstreamManager(connection);
      const takeUpTo = (bytes: number) => jsm.streams.update("KV_site-servers", { max_msg_size: bytes });
      const readUnlisted = async (): Promise<unknown> =>
        v.parse(unlistedSchema, await (await fetch(`${served?.origin}/readyz`)).json()).unlisted;
      expect(await readUnlisted()).toBeUndefined();
      await takeUpTo(1);
      await jsm.streams.purge("KV_site-servers");
      const within = { timeout: 30_000, interval: 100 };
      await vi.waitFor(
        async () => expect(await readUnlisted()).toEqual({ since: expect.any(String), why: "UNEXPECTED" }),
        within,
      );
      const where =
        "No server is listed: none runs, or none could tell the store which revision it serves. Ask each for /readyz";
      expect((await site("servers")).out).toContain(where);
      expect((await site("freeze", "--why", "a holiday")).out).toContain(where);
      expect((await site("doctor", served?.origin ?? "")).out).toMatch(
        /could not tell it since .* which revision it serves: UNEXPECTED\. No promote waits for it\./,
      );
      await takeUpTo(-1);
      await vi.waitFor(async () => expect(await readUnlisted()).toBeUndefined(), within);
      expect((await site("servers")).out).toMatch(/slow +GGPPH +4/);
    });
  },
);
