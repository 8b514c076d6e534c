import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** Ports that systems give to nothing by themselves: to no server that asks for any port, and to no client. */
const ports = { from: 10_240, to: 28_000 };

/** The first of ten ports in a row, for a program that takes several: no test is given one of them by {@link findFreePort}. */
export const portsInARow = ports.to + (process.pid % 400) * 10;

const attempts = 50;

/** A port that is not in use, and that is given to no other program before it is used. @throws when none is found */
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
