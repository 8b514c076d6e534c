import { randomBytes } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { natsNote, natsProgram, startNatsServers } from "../../testing/nats-servers.ts";
import { makeBuckets } from "./nats-buckets.ts";
import { createNatsBlobs } from "./nats-blobs.ts";
import { openNatsLink } from "./nats-link.ts";

const account =
  'accounts: { A: { jetstream: { max_file: 1048576, max_mem: 1048576 }, users: [{ user: "a", password: "a" }] } }';

test.skipIf(natsProgram === undefined)(
  `a store whose account in NATS has no room left says so, and that it was reached${natsNote}`,
  { timeout: 60_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "full-account-"));
    const nats = await startNatsServers({ folder, configuration: `${account}\nno_auth_user: a` });
    const link = openNatsLink({ servers: [nats.url], name: "full" }, { keepsTrying: false, askAgainForMs: 0 });
    onTestFinished(async () => {
      await link.close();
      await nats.stop();
      await rm(folder, { recursive: true, force: true });
    });
    await makeBuckets(link, { replicas: 1 });
    const blobs = createNatsBlobs(link, join(folder, "copies"));
    const [kept = ""] = await blobs.put([randomBytes(1000)]);
    await expect(blobs.put([randomBytes(2_000_000)])).rejects.toMatchObject({
      code: "STORE_FULL",
      message: expect.stringContaining(`no room left for ${nats.url}/full. `),
    });
    expect(await blobs.has(kept)).toBe(true);
  },
);
