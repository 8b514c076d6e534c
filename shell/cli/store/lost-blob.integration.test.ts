import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { withObjects } from "../../src/server/releases/nats/nats-buckets.ts";
import { openNatsLink } from "../../src/server/releases/nats/nats-link.ts";
import { createFixtureBench } from "../../src/server/testing/fixture-bench.ts";
import { natsNote, natsProgram, startNatsServers } from "../../src/server/testing/nats-servers.ts";
import { exitCodes } from "../command-line/exit-codes.ts";
import { runSiteIn, type SiteRun } from "../testing/run-site-fixture.ts";

test.skipIf(natsProgram === undefined)(
  `files that a store in NATS has lost are found by verify and doctor on a machine that has copies of them${natsNote}`,
  { timeout: 120_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "lost-blob-"));
    const bench = await createFixtureBench();
    const nats = await startNatsServers({ folder });
    const link = openNatsLink({ servers: [nats.url], name: "site" }, { keepsTrying: false });
    onTestFinished(async () => {
      await link.close();
      await nats.stop();
      await bench.remove();
      await rm(folder, { recursive: true, force: true });
    });
    await bench.writeIdentities();
    await bench.releaseAll();
    const site = (...words: string[]): Promise<SiteRun> =>
      runSiteIn(join(folder, "copies"), words, {
        STORE: nats.url,
        TRUST_DIR: `${bench.root}.trust`,
        KEYS_DIR: `${bench.root}.keys`,
      });
    expect(await site("store", "copy", bench.root, nats.url)).toMatchObject({ code: 0 });
    expect(await site("verify")).toMatchObject({ code: 0 });

    await withObjects(link, async (objects) => {
      for (const { name } of await objects.list()) await objects.delete(name);
    });
    expect(await site("verify")).toMatchObject({
      code: exitCodes.trust.code,
      err: expect.stringMatching(/RELEASE_FILE_MISSING: shell@/),
    });
    expect(await site("doctor")).toMatchObject({
      code: exitCodes.attention.code,
      out: expect.stringMatching(/^NOW +store: content@\S+ is live and does not verify: /m),
    });
    // What this machine has of the store is whole, and its other commands read it.
    expect(await site("status")).toMatchObject({ code: 0 });

    await link.request(({ jsm }) => jsm.streams.delete("OBJ_site-blobs"));
    const { code, out } = await site("doctor");
    expect(code).toBe(exitCodes.attention.code);
    expect(out).toContain(`There is no release store at ${nats.url}/site. site init makes one`);
    // Nothing can be published before that.
    expect(out).not.toContain("Publish and promote");
  },
);
