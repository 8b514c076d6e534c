import { resolve } from "node:path";
import * as v from "valibot";
import type { NatsAddress } from "./releases/nats/nats-address.ts";

/** What the variables `STORE` and `STORE_NAME` may be. */
export const storeSchemas = {
  servers: v.pipe(
    v.string(),
    v.transform(toServers),
    v.check(
      (servers) => servers.length > 0 && servers.every(isNatsServer),
      "STORE is a list of addresses such as nats://10.0.0.1:4222 or tls://nats.example:4222, without user, password or path, separated by commas",
    ),
  ),
  name: v.pipe(
    v.string(),
    v.regex(/^[a-zA-Z][\w-]{0,30}$/, "STORE_NAME begins with a letter and has at most 31 letters, digits, _ and -"),
  ),
};

/** The variables that mean something beside `STORE` alone. */
export const storeNames = ["STORE_NAME", "STORE_CREDENTIALS", "STORE_CA", "STORE_CERT", "STORE_KEY"] as const;

/** What the variables of a store in NATS say. */
export interface StoreVariables extends Partial<Record<(typeof storeNames)[number], string | undefined>> {
  STORE?: readonly string[] | undefined;
}

/** The address of a store in NATS, with absolute paths; undefined for a store of files. */
export function toNatsAddress(given: StoreVariables, root: string): NatsAddress | undefined {
  if (given.STORE === undefined) return undefined;
  const toPath = (file: string | undefined): string | undefined =>
    file === undefined ? undefined : resolve(root, file);
  const files = [given.STORE_CA, given.STORE_CERT, given.STORE_KEY];
  const isEncrypted =
    files.some((file) => file !== undefined) || given.STORE.some((server) => server.startsWith("tls:"));
  return {
    servers: given.STORE,
    name: given.STORE_NAME ?? "site",
    credentialsFile: toPath(given.STORE_CREDENTIALS),
    tls: isEncrypted
      ? { caFile: toPath(given.STORE_CA), certFile: toPath(given.STORE_CERT), keyFile: toPath(given.STORE_KEY) }
      : undefined,
  };
}

function toServers(list: string): string[] {
  return list
    .split(",")
    .map((part) => part.trim().replace(/(?<=[^/])\/$/, ""))
    .filter((part) => part !== "");
}

function isNatsServer(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, password, pathname, search, hash } = new URL(address);
  return (
    (protocol === "nats:" || protocol === "tls:") &&
    hostname !== "" &&
    [username, password, search, hash].every((part) => part === "") &&
    ["", "/"].includes(pathname)
  );
}
