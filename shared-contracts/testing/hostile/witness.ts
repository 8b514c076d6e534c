import { spawn } from "node:child_process";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AttackTargets } from "./server-attacks.ts";

/** The targets of hostile code, and a record of what reached them. */
export interface Witness {
  targets: AttackTargets;
  /** What reached the outside: connections, datagrams, signals, files and ended processes. Empty when nothing did. */
  findHits(): Promise<string[]>;
  close(): void;
}

const signals = ["SIGUSR1", "SIGUSR2", "SIGTERM", "SIGINT", "SIGHUP"] as const;

/** The last datagram to be sent: when it has arrived, so have those sent before. */
const fence = "fence";

/** Listens on this machine alone. The calling process is the parent of the hostile code's process. */
export async function createWitness(): Promise<Witness> {
  const folder = mkdtempSync(join(tmpdir(), "witness-"));
  const secretFile = join(folder, "secret");
  const newFile = join(folder, "new");
  writeFileSync(secretFile, "the secret");
  const hits: string[] = [];
  const onSignal = (signal: NodeJS.Signals): void => void hits.push(signal);
  for (const signal of signals) process.on(signal, onSignal);
  const tcp = createServer((socket) => {
    hits.push("tcp");
    socket.destroy();
  }).listen(0, "127.0.0.1");
  const udp = createSocket("udp4").on(
    "message",
    (message) => void hits.push(`udp ${message.toString("latin1") === fence ? fence : ""}`.trim()),
  );
  udp.bind(0, "127.0.0.1");
  const bystander = spawn(process.execPath, ["--eval", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  bystander.on("exit", () => void hits.push("a process ended"));
  await Promise.all([once(tcp, "listening"), once(udp, "listening"), once(bystander, "spawn")]);
  const tcpAddress = tcp.address();
  const tcpPort = typeof tcpAddress === "object" && tcpAddress !== null ? tcpAddress.port : 0;
  const udpPort = udp.address().port;
  return {
    targets: { tcpPort, udpPort, parent: process.pid, bystander: bystander.pid ?? 0, secretFile, newFile },
    async findHits() {
      const arrived = once(tcp, "connection");
      connect(tcpPort, "127.0.0.1")
        .on("error", () => undefined)
        .resume();
      await arrived;
      const received = new Promise<void>((resolve) => {
        const hear = (message: Buffer): void => {
          if (message.toString("latin1") !== fence) return;
          udp.off("message", hear);
          resolve();
        };
        udp.on("message", hear);
      });
      udp.send(fence, udpPort, "127.0.0.1");
      await received;
      const found = hits.splice(0);
      found.splice(found.indexOf("tcp"), 1);
      return [...found.filter((hit) => hit !== `udp ${fence}`), ...(existsSync(newFile) ? ["a file was written"] : [])];
    },
    close() {
      for (const signal of signals) process.off(signal, onSignal);
      bystander.removeAllListeners("exit");
      bystander.kill("SIGKILL");
      tcp.close();
      udp.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
