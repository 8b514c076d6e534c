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

/** Shorter than those of a command or a server: where NATS refuses this machine's certificate, the client waits until it times out. */
const times = { requestMs: 500 };

const toRefused = (problem: string): object => ({
  code: "STORE_UNREACHABLE",
  message: expect.stringContaining(`: ${problem}`),
});

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
      const link = openNatsLink(toAddress({ credentialsFile }), { keepsTrying: true, times });
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

    test("tells a running server and a command whether NATS is down or which file of TLS is wrong, and goes on without a restart once it is right", async () => {
      const [server] = nats?.servers ?? [];
      if (!server) throw new Error("there is no server");
      const { url } = server;
      const caFile = join(folder, "own-ca.pem");
      const certFile = join(folder, "own-client.pem");
      const keyFile = join(folder, "own-client.key");
      const restart = async (change: () => Promise<void>): Promise<void> => {
        await server.kill();
        await change();
        await server.start();
      };
      const changes = { credentialsFile: made.nextCredentialsFile, tls: { caFile, certFile, keyFile } };
      const served = openNatsLink(toAddress(changes), { keepsTrying: true, times });
      const ask = (link: typeof served): Promise<number> => link.request(async ({ connection }) => connection.rtt());
      const expectBoth = async (problem: string): Promise<void> => {
        await vi.waitFor(() => expect(ask(served)).rejects.toMatchObject(toRefused(problem)), soon);
        await expectCommand(problem);
      };
      const expectCommand = async (problem: string): Promise<void> => {
        const command = openNatsLink(toAddress(changes), { keepsTrying: false, times });
        await expect(ask(command).finally(() => command.close())).rejects.toMatchObject(toRefused(problem));
      };
      await copyFile(made.caFile, caFile);
      await copyFile(made.certFile, certFile);
      await copyFile(made.keyFile, keyFile);
      const serverCert = await readFile(made.serverCertFile);
      try {
        await ask(served);
        await restart(() => copyFile(made.expiredServerCertFile, made.serverCertFile));
        await expectBoth(`the certificate of ${url}, or of its authority, has expired. `);
        await restart(() => writeFile(made.serverCertFile, serverCert));
        await vi.waitFor(() => ask(served), soon);

        await restart(async () => {
          await vi.waitFor(
            () => expect(ask(served)).rejects.toMatchObject(toRefused("connect ECONNREFUSED 127.0.0.1:")),
            soon,
          );
          await copyFile(made.otherCaFile, caFile);
        });
        await expectCommand(`the certificate of ${url} is signed by an authority that is not in STORE_CA, ${caFile}. `);
        await writeFile(caFile, "");
        await expectCommand(`STORE_CA, ${caFile}, holds no certificate in PEM. `);
        await rm(caFile);
        await expectCommand("STORE_CA cannot be read: ENOENT");
        await copyFile(made.caFile, caFile);
        await copyFile(made.foreignCertFile, certFile);
        await expectCommand(`${url} refuses the certificate in STORE_CERT, ${certFile}. `);
        await copyFile(made.expiredCertFile, certFile);
        await expectBoth(`${url} refuses the certificate in STORE_CERT, ${certFile}, which expired on 20`);
        await copyFile(made.certFile, certFile);
        await copyFile(join(folder, "server.key"), keyFile);
        await expectCommand(
          `the key in STORE_KEY, ${keyFile}, belongs to another certificate than STORE_CERT, ${certFile}. `,
        );
        await copyFile(made.keyFile, keyFile);
        await vi.waitFor(() => ask(served), soon);
      } finally {
        await served.close();
      }
    });

    test.each<[string, () => Partial<NatsAddress>, RegExp]>([
      ["without credentials", () => ({ credentialsFile: undefined }), /: Authorization Violation\. /],
      [
        "with credentials of another operator",
        () => ({ credentialsFile: made.foreignCredentialsFile }),
        /: Authorization Violation\. /,
      ],
      [
        "without a certificate",
        () => ({ tls: { caFile: made.caFile } }),
        /:\d+ asks for a certificate of this machine, and STORE_CERT names none\. /,
      ],
      [
        "that does not know the authority of the server",
        () => ({ tls: { certFile: made.certFile, keyFile: made.keyFile } }),
        /:\d+ is signed by an authority that this machine does not know, and STORE_CA names no other\. /,
      ],
      [
        "to a server whose certificate is for another address",
        () => ({ servers: [(nats?.url ?? "").replace("127.0.0.1", "localhost")] }),
        /the certificate of nats:\/\/localhost:\d+ is for another address \(/,
      ],
      ["whose file of credentials is gone", () => ({ credentialsFile: join(folder, "gone.creds") }), /gone\.creds/],
    ])("refuses a command %s, with a code and the reason, and tells no secret", async (_what, change, reason) => {
      const link = openNatsLink(toAddress(change()), { keepsTrying: false, times: { requestMs: 1000 } });
      try {
        const error: unknown = await openNatsLogs(link)("stable")
          .head()
          .catch((problem: unknown) => problem);
        expect(error).toMatchObject({ code: "STORE_UNREACHABLE", message: expect.stringMatching(reason) });
        expect(String(error)).not.toMatch(/SEED|PRIVATE|eyJ/);
      } finally {
        await link.close();
      }
    });
  },
);
