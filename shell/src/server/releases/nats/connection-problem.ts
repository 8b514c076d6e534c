import { createPrivateKey, X509Certificate } from "node:crypto";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { connect, isIP, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { toProblem } from "@site/contracts/errors";
import * as v from "valibot";
import { within } from "../../disk/within.ts";
import { toIdentityCheck } from "./identity-check.ts";
import type { NatsAddress } from "./nats-address.ts";

/** Milliseconds within which a server has to take the connection, present itself, and end the handshake. */
const examineForMs = 1000;

/** Milliseconds that a server has to refuse this machine's certificate, which with TLS 1.3 it does after the handshake. */
const refusesWithinMs = 300;

/** The parts of the first line of a NATS server that are about TLS. */
const infoSchema = v.object({ tls_required: v.optional(v.boolean()), tls_available: v.optional(v.boolean()) });

/** The port of an address without one. */
const defaultPort = 4222;

/** The outcome of an examination that found nothing. */
const agreed = "agreed";

type TlsFiles = NonNullable<NatsAddress["tls"]>;

interface TlsMaterial {
  ca?: Buffer;
  cert?: Buffer;
  key?: Buffer;
}

/**
 * Finds out why there is no connection with the servers of a store: the NATS client keeps the reason to itself while it reconnects, and waits for its
 * timeout when a server refuses this machine's certificate. Credentials are not examined.
 * @returns a clause for a message; undefined when one of the servers agrees on TLS, or none says anything in time
 */
export async function findConnectionProblem(address: NatsAddress): Promise<string | undefined> {
  let material: TlsMaterial;
  try {
    material = await readMaterial(address.tls ?? {});
  } catch (error) {
    return toProblem(error);
  }
  const unreached: string[] = [];
  const found = await Promise.all(
    address.servers.map((server) =>
      within(examine(server, address, material), examineForMs, new Error("no answer in time")).catch(
        (error: unknown) => {
          if (error instanceof Error && "syscall" in error) unreached.push(toProblem(error));
          return undefined;
        },
      ),
    ),
  );
  if (found.includes(agreed)) return undefined;
  return found.find((problem) => problem !== undefined) ?? unreached[0];
}

/** @throws Error that names the variable and the file that cannot be used */
async function readMaterial({ caFile, certFile, keyFile }: TlsFiles): Promise<TlsMaterial> {
  const ca = await readOne("STORE_CA", caFile, (bytes) => new X509Certificate(bytes));
  const cert = await readOne("STORE_CERT", certFile, (bytes) => new X509Certificate(bytes));
  const key = await readOne("STORE_KEY", keyFile, (bytes) => createPrivateKey(bytes));
  if (cert && key && !cert.parsed.checkPrivateKey(key.parsed))
    throw new Error(`the key in STORE_KEY, ${keyFile}, belongs to another certificate than STORE_CERT, ${certFile}`);
  return {
    ...(ca && { ca: ca.bytes }),
    ...(cert && { cert: cert.bytes }),
    ...(key && { key: key.bytes }),
  };
}

async function readOne<T>(
  variable: string,
  file: string | undefined,
  parse: (bytes: Buffer) => T,
): Promise<{ bytes: Buffer; parsed: T } | undefined> {
  if (file === undefined) return undefined;
  const bytes = await readFile(file).catch((error: unknown) => {
    throw new Error(`${variable} cannot be read: ${toProblem(error)}`, { cause: error });
  });
  try {
    return { bytes, parsed: parse(bytes) };
  } catch (error) {
    const what = variable === "STORE_KEY" ? "private key in PEM without a passphrase" : "certificate in PEM";
    throw new Error(`${variable}, ${file}, holds no ${what}`, { cause: error });
  }
}

/** Makes a connection as the client does, up to the handshake, without any credentials. */
async function examine(server: string, address: NatsAddress, material: TlsMaterial): Promise<string> {
  const { hostname, port } = new URL(server);
  const host = hostname.replace(/^\[(.+)\]$/, "$1");
  const socket = connect(port === "" ? defaultPort : Number(port), host).on("error", () => undefined);
  const late = setTimeout(() => socket.destroy(), examineForMs);
  try {
    const info = await readInfo(socket);
    if (info.tls_required !== true && info.tls_available !== true)
      return address.tls ? `${server} offers no TLS, and STORE or a variable beside it asks for it` : agreed;
    return await shakeHands(() =>
      connectTls({
        socket,
        ...(isIP(host) === 0 && { servername: host }),
        ...toIdentityCheck(address.servers),
        ...material,
      }),
    ).catch((error: unknown) => toClause(server, address.tls ?? {}, material, error));
  } finally {
    clearTimeout(late);
    socket.destroy();
  }
}

async function readInfo(socket: Socket): Promise<v.InferOutput<typeof infoSchema>> {
  let text = "";
  while (!text.includes("\r\n")) {
    const [chunk]: unknown[] = await once(socket, "data");
    text += String(chunk);
  }
  return v.parse(infoSchema, JSON.parse(text.slice("INFO ".length, text.indexOf("\r\n"))));
}

/** @throws the error of the handshake, or of the server's refusal after it */
async function shakeHands(begin: () => TLSSocket): Promise<typeof agreed> {
  const stop = new AbortController();
  const socket = begin().on("error", () => undefined);
  try {
    await once(socket, "secureConnect");
    socket.resume();
    await Promise.race([once(socket, "close", stop), sleep(refusesWithinMs, undefined, stop)]);
    return agreed;
  } finally {
    stop.abort();
    socket.destroy();
  }
}

/** The authorities are not known, or one is missing between them and the certificate. */
const unknownAuthority = new Set([
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "CERT_SIGNATURE_FAILURE",
]);

function toClause(server: string, { caFile, certFile }: TlsFiles, { cert }: TlsMaterial, error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const theirs = `the certificate of ${server}`;
  if (code === "CERT_HAS_EXPIRED") return `${theirs}, or of its authority, has expired`;
  if (code === "CERT_NOT_YET_VALID") return `${theirs} is not valid yet by the clock of this machine`;
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") return `${theirs} is for another address (${toProblem(error)})`;
  if (unknownAuthority.has(code))
    return caFile === undefined
      ? `${theirs} is signed by an authority that this machine does not know, and STORE_CA names no other`
      : `${theirs} is signed by an authority that is not in STORE_CA, ${caFile}`;
  if (!code.includes("ALERT")) return `TLS with ${server} fails (${toProblem(error)})`;
  if (!cert) return `${server} asks for a certificate of this machine, and STORE_CERT names none`;
  const { validToDate } = new X509Certificate(cert);
  const expired = validToDate.getTime() < Date.now() ? `, which expired on ${validToDate.toISOString()}` : "";
  return `${server} refuses the certificate in STORE_CERT, ${certFile}${expired}`;
}
