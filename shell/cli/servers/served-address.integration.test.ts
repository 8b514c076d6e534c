import { mkdtempSync, rmSync } from "node:fs";
import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Environment, parseEnvironment } from "../../src/server/environment.ts";
import { findServedAddress, keepServedAddress } from "./served-address.ts";

let folder: string;
const servers: Server[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "served-address-"));
});
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
  rmSync(folder, { recursive: true });
});

const toEnvironment = (port: number): Environment =>
  parseEnvironment({ STORE_DIR: join(folder, "store"), PORT: `${port}` }, folder);

/** Takes connections and gives no answer. @returns its port */
async function listen(): Promise<number> {
  const server = createServer((socket) => socket.on("error", () => undefined)).listen(0, "localhost");
  servers.push(server);
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("There is no port.");
  return address.port;
}

/** A port where nothing listens. */
async function findRefusingPort(): Promise<number> {
  const port = await listen();
  servers.pop()?.close();
  return port;
}

test("a link leads to the server that was started last when that takes connections and gives no answer, and to the usual port when it has ended", async () => {
  const port = await listen();
  const usual = await findRefusingPort();
  const environment = toEnvironment(usual);
  await keepServedAddress(environment, `http://localhost:${port}`);
  expect(await findServedAddress(environment, 50)).toEqual({ address: `http://localhost:${port}/`, answers: false });
  await keepServedAddress(environment, `http://localhost:${await findRefusingPort()}`);
  expect(await findServedAddress(environment, 50)).toEqual({ address: `http://localhost:${usual}/`, answers: false });
});
