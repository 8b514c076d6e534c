import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** Ports that systems never assign themselves: neither to servers that request any port, nor to clients. */
const ports = { from: 10_240, to: 28_000 };

/** The first of ten consecutive ports, for a program that needs several: {@link findFreePort} never returns one of them. */
export const portsInARow = ports.to + (process.pid % 400) * 10;

const attempts = 50;

/** A free port that no other program gets before it is used. @throws when none is found */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const port = randomInt(ports.from, ports.to);
    if (await isFree(port)) return port;
  }
  throw new Error("There is no free port.");
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, "127.0.0.1");
  try {
    await once(probe, "listening");
  } catch {
    return false;
  }
  probe.close();
  await once(probe, "close");
  return true;
}
