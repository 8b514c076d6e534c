import { spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { copyFile, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { makeNatsCredentials, type NatsCredentials } from "../../testing/nats-credentials.ts";
import { natsNote, natsProgram, startNatsServers } from "../../testing/nats-servers.ts";
import type { NatsAddress } from "./nats-address.ts";
import { makeBuckets } from "./nats-buckets.ts";
import { openNatsLogs } from "./nats-channel-log.ts";
import { openNatsLink } from "./nats-link.ts";

vi.setConfig({ testTimeout: 60_000 });

const soon = { timeout: 30_000, interval: 100 };

const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;
const note = hasOpenssl ? natsNote : " (skipped: install openssl)";

describe.skipIf(natsProgram === undefined || !hasOpenssl)(
  `a store in NATS that takes clients with credentials and a certificate alone${note}`,
  () => {
    let folder = "";
    let nats: Awaited<ReturnType<typeof startNatsServers>> | undefined;
    let made: NatsCredentials;

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), "nats-credentials-"));
      made = makeNatsCredentials(folder);
      nats = await startNatsServers({ folder, configuration: made.configuration, client: made.client });
    });
    afterAll(async () => {
      await nats?.stop();
      await rm(folder, { recursive: true, force: true });
    });

    const toAddress = (changes: Partial<NatsAddress>): NatsAddress => ({
      servers: [nats?.url ?? ""],
      name: "secret",
      credentialsFile: made.credentialsFile,
      tls: { caFile: made.caFile, certFile: made.certFile, keyFile: made.keyFile },
      ...changes,
    });

    test("takes what a command with both writes, and answers it", async () => {
      const link = openNatsLink(toAddress({}), { keepsTrying: false });
      try {
        await makeBuckets(link, { replicas: 1 });
        const log = openNatsLogs(link)("stable");
        await log.append(0, new TextEncoder().encode(JSON.stringify({ text: "first" })));
        expect((await log.head())?.revision).toBe(1);
      } finally {
        await link.close();
      }
    });

    test("lets a running server in with credentials that replaced those that were revoked, and says meanwhile that it is refused", async () => {
      const [server] = nats?.servers ?? [];
      if (!server) throw new Error("there is no server");
      const credentialsFile = join(folder, "renewed.creds");
      await copyFile(made.credentialsFile, credentialsFile);
      const link = openNatsLink(toAddress({ credentialsFile }), { keepsTrying: true });
      try {
        await makeBuckets(link, { replicas: 1 });
        const log = openNatsLogs(link)("renewed");
        await log.append(0, new TextEncoder().encode(JSON.stringify({ text: "first" })));
        const file = join(folder, "nats-1/nats.conf");
        const before = await readFile(file, "utf8");
        await writeFile(file, before.replace(made.configuration, made.revokingConfiguration));
        process.kill(server.pid(), "SIGHUP");
        await vi.waitFor(
          () =>
            expect(log.head()).rejects.toMatchObject({
              code: "STORE_UNREACHABLE",
              message: expect.stringContaining("Authorization Violation"),
            }),
          soon,
        );
        await copyFile(made.nextCredentialsFile, credentialsFile);
        await vi.waitFor(async () => expect((await log.head())?.revision).toBe(1), soon);
      } finally {
        await link.close();
      }
    });

    test.each<[string, () => Partial<NatsAddress>]>([
      ["without credentials", () => ({ credentialsFile: undefined })],
      ["with credentials of another operator", () => ({ credentialsFile: made.foreignCredentialsFile })],
      ["without a certificate", () => ({ tls: { caFile: made.caFile } })],
      [
        "that does not know the authority of the server",
        () => ({ tls: { certFile: made.certFile, keyFile: made.keyFile } }),
      ],
      [
        "to a server whose certificate is for another address",
        () => ({ servers: [(nats?.url ?? "").replace("127.0.0.1", "localhost")] }),
      ],
      ["whose file of credentials is gone", () => ({ credentialsFile: join(folder, "gone.creds") })],
    ])("refuses a command %s, with a code, and tells no secret", async (_what, change) => {
      const link = openNatsLink(toAddress(change()), { keepsTrying: false });
      try {
        const error: unknown = await openNatsLogs(link)("stable")
          .head()
          .catch((problem: unknown) => problem);
        expect(error).toMatchObject({ code: "STORE_UNREACHABLE" });
        expect(String(error)).not.toMatch(/SEED|PRIVATE|eyJ/);
      } finally {
        await link.close();
      }
    });
  },
);
