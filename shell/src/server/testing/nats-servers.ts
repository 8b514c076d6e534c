import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { jetstreamManager } from "@nats-io/jetstream";
import { connect as natsConnect, type NodeConnectionOptions } from "@nats-io/transport-node";
import { findFreePort } from "../../../e2e/harness/free-port.ts";

const places = [...(process.env["PATH"] ?? "").split(":"), "/usr/sbin", "/usr/local/bin"];

/** The installed nats-server, if there is one. */
export const natsProgram = places.map((place) => join(place, "nats-server")).find((file) => existsSync(file));

/** What the title of tests says where there is no nats-server, and they are skipped. */
export const natsNote =
  natsProgram === undefined ? " (skipped: install nats-server, as with apt-get install nats-server)" : "";

const running = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** One NATS server on loopback. */
export interface NatsServer {
  /** Its name in the cluster. */
  name: string;
  url: string;
  pid(): number;
  /** Ends it at once, as a loss of power does. */
  kill(): Promise<void>;
  /** Starts it on the same port with the same files; nothing when it runs. */
  start(): Promise<void>;
  /** Starts it again without a way to the others of its cluster, which have none to it, until it is killed and started. */
  startAlone(): Promise<void>;
}

export interface NatsServersOptions {
  /** A folder for the servers' files. */
  folder: string;
  /** How many servers make up the cluster. */
  count?: number;
  /** How many of them are left for the test to start. */
  late?: number;
  /** Lines added to each configuration, such as users. */
  configuration?: string;
  /** What a client shows where that configuration lets in no other. */
  client?: Pick<NodeConnectionOptions, "authenticator" | "tls">;
}

/** Starts NATS with JetStream on loopback, and waits until it takes requests. */
export async function startNatsServers({
  folder,
  count = 1,
  late = 0,
  configuration = "",
  client = {},
}: NatsServersOptions): Promise<{ servers: NatsServer[]; url: string; stop(): Promise<void> }> {
  const program = natsProgram;
  if (program === undefined) throw new Error("nats-server is not installed");
  const ports = await Promise.all(
    Array.from({ length: count }, async () => ({ client: await findFreePort(), route: await findFreePort() })),
  );
  const routes = ports.map(({ route }) => `nats://127.0.0.1:${route}`).join(", ");
  const servers = await Promise.all(
    ports.map(async ({ client, route }, index) => {
      const name = `n${index + 1}`;
      const own = join(folder, `nats-${index + 1}`);
      await mkdir(own, { recursive: true });
      const toConfiguration = (cluster: string): string =>
        [
          `server_name: ${name}`,
          `listen: 127.0.0.1:${client}`,
          `jetstream: { store_dir: "${own}", max_file: 1GB, max_mem: 64MB }`,
          cluster,
          configuration,
        ].join("\n");
      const file = join(own, "nats.conf");
      const aloneFile = join(own, "alone.conf");
      const together = count > 1 ? `cluster: { name: c, listen: 127.0.0.1:${route}, routes: [${routes}] }` : "";
      const nowhere = `nats://127.0.0.1:${await findFreePort()}`;
      const alone = `cluster: { name: c, listen: 127.0.0.1:${await findFreePort()}, routes: [${nowhere}] }`;
      await writeFile(file, toConfiguration(together));
      await writeFile(aloneFile, toConfiguration(alone));
      return toServer(program, { name, file, aloneFile }, client);
    }),
  );
  const early = servers.slice(0, count - late);
  await Promise.all(early.map((server) => server.start()));
  await waitForLeader(early, client);
  return {
    servers,
    url: servers.map(({ url }) => url).join(","),
    stop: async () => void (await Promise.all(servers.map((server) => server.kill()))),
  };
}

/** A cluster that has just started takes no requests before it has elected a leader. */
async function waitForLeader(
  servers: readonly NatsServer[],
  client: NonNullable<NatsServersOptions["client"]>,
): Promise<void> {
  const connection = await natsConnect({ ...client, servers: servers.map(({ url }) => url) });
  for (let tries = 0; ; tries += 1) {
    try {
      await (await jetstreamManager(connection, { timeout: 1000 })).getAccountInfo();
      return await connection.close();
    } catch (error) {
      if (tries > 60) throw error;
      await sleep(250);
    }
  }
}

function toServer(
  program: string,
  { name, file, aloneFile }: { name: string; file: string; aloneFile: string },
  port: number,
): NatsServer {
  let child: ChildProcess | undefined;

  async function kill(): Promise<void> {
    if (!child || !running.has(child)) return;
    const ended = once(child, "close");
    child.kill("SIGKILL");
    await ended;
  }

  async function startWith(configuration: string): Promise<void> {
    if (child && running.has(child)) return;
    const started = spawn(program, ["-c", configuration], { stdio: ["ignore", "ignore", "pipe"] });
    child = started;
    running.add(started);
    let output = "";
    started.stderr.on("data", (chunk: Buffer) => {
      output = `${output}${chunk.toString()}`.slice(-4000);
    });
    started.on("close", () => running.delete(started));
    for (let tries = 0; tries < 400; tries += 1) {
      if (started.exitCode !== null) throw new Error(`nats-server did not start:\n${output}`);
      if (await isOpen(port)) return;
      await sleep(25);
    }
    throw new Error(`nats-server did not start in time:\n${output}`);
  }

  return {
    name,
    url: `nats://127.0.0.1:${port}`,
    pid: () => child?.pid ?? 0,
    kill,
    start: () => startWith(file),
    async startAlone() {
      await kill();
      await startWith(aloneFile);
    },
  };
}

async function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    }).on("error", () => resolve(false));
  });
}
