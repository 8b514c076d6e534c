import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ConnectionOptions } from "node:tls";
import { credsAuthenticator, nkeys } from "@nats-io/transport-node";
import type { NatsServersOptions } from "./nats-servers.ts";

type KeyPair = ReturnType<typeof nkeys.createUser>;

/** What NATS is configured with, and what its clients show. Paths of files. */
export interface NatsCredentials {
  configuration: string;
  client: NonNullable<NatsServersOptions["client"]>;
  credentialsFile: string;
  /** Credentials of another operator, whom the server does not know. */
  foreignCredentialsFile: string;
  /** Credentials of another user of the same account. */
  nextCredentialsFile: string;
  /** What NATS is configured with when the first user is revoked. */
  revokingConfiguration: string;
  caFile: string;
  certFile: string;
  keyFile: string;
  serverCertFile: string;
  /** Another authority, which signed nothing of the server. */
  otherCaFile: string;
  /** Certificates with the keys of the client and the server: one that the other authority signed, and two that have expired. */
  foreignCertFile: string;
  expiredCertFile: string;
  expiredServerCertFile: string;
}

/**
 * Keys of an operator, an account and a user, as `nsc` makes them, and certificates of an authority for the server and one client.
 * The server takes clients with both alone.
 * @throws when there is no openssl
 */
export function makeNatsCredentials(folder: string): NatsCredentials {
  const at = (name: string): string => join(folder, name);
  makeCertificates(folder);
  const operator = nkeys.createOperator();
  const [system, account] = [nkeys.createAccount(), nkeys.createAccount()];
  const limits = { subs: -1, data: -1, payload: -1, conn: -1, leaf: -1, imports: -1, exports: -1, wildcards: true };
  const storage = { mem_storage: -1, disk_storage: -1, streams: -1, consumer: -1 };
  const operatorToken = toToken(operator, operator, "operator", { system_account: system.getPublicKey() });
  const systemToken = toToken(operator, system, "account", { limits });
  const user = nkeys.createUser();
  writeFileSync(at("user.creds"), toCredentials(account, user));
  writeFileSync(at("next.creds"), toCredentials(account));
  writeFileSync(at("foreign.creds"), toCredentials(nkeys.createAccount()));
  const toConfiguration = (revocations: Record<string, number>): string => {
    const token = toToken(operator, account, "account", { limits: { ...limits, ...storage }, revocations });
    return [
      `operator: ${operatorToken}`,
      "resolver: MEMORY",
      `resolver_preload: { ${system.getPublicKey()}: ${systemToken}, ${account.getPublicKey()}: ${token} }`,
      `tls: { cert_file: "${at("server.pem")}", key_file: "${at("server.key")}", ca_file: "${at("ca.pem")}", verify: true }`,
    ].join("\n");
  };
  return {
    configuration: toConfiguration({}),
    revokingConfiguration: toConfiguration({ [user.getPublicKey()]: Math.floor(Date.now() / 1000) + 60 }),
    client: {
      authenticator: credsAuthenticator(readFileSync(at("user.creds"))),
      tls: { caFile: at("ca.pem"), certFile: at("client.pem"), keyFile: at("client.key"), ...anyAddress },
    },
    credentialsFile: at("user.creds"),
    foreignCredentialsFile: at("foreign.creds"),
    nextCredentialsFile: at("next.creds"),
    caFile: at("ca.pem"),
    certFile: at("client.pem"),
    keyFile: at("client.key"),
    serverCertFile: at("server.pem"),
    otherCaFile: at("other.pem"),
    foreignCertFile: at("client-foreign.pem"),
    expiredCertFile: at("client-expired.pem"),
    expiredServerCertFile: at("server-expired.pem"),
  };
}

/** Which address the certificate is for is a question for the tests, not for who starts the server. */
const anyAddress: Pick<ConnectionOptions, "checkServerIdentity"> = { checkServerIdentity: () => undefined };

/** A user of an account: a token that the account signed, and the user's seed. */
function toCredentials(account: KeyPair, user = nkeys.createUser()): string {
  const token = toToken(account, user, "user", { subs: -1, data: -1, payload: -1 });
  const seed = new TextDecoder().decode(user.getSeed());
  return `-----BEGIN NATS USER JWT-----\n${token}\n------END NATS USER JWT------\n\n-----BEGIN USER NKEY SEED-----\n${seed}\n------END USER NKEY SEED------\n`;
}

/** A token of NATS: JSON that the issuer signed with Ed25519. */
function toToken(issuer: KeyPair, subject: KeyPair, type: string, claims: object): string {
  const now = Math.floor(Date.now() / 1000);
  const parts = [
    { typ: "JWT", alg: "ed25519-nkey" },
    {
      jti: `${type}-${now}`,
      iat: now,
      iss: issuer.getPublicKey(),
      name: type,
      sub: subject.getPublicKey(),
      nats: { ...claims, type, version: 2 },
    },
  ];
  const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
  return `${text}.${Buffer.from(issuer.sign(Buffer.from(text))).toString("base64url")}`;
}

/** Two authorities, and certificates for a server on loopback and a client. */
function makeCertificates(folder: string): void {
  const run = (...words: string[]): void => void execFileSync("openssl", words, { cwd: folder, stdio: "pipe" });
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  for (const name of ["ca", "other"])
    run("req", "-x509", ...key, "-keyout", `${name}.key`, "-out", `${name}.pem`, "-days", "2", "-subj", `/CN=${name}`);
  writeFileSync(join(folder, "names.txt"), "subjectAltName=IP:127.0.0.1\n");
  const sign = (name: string, out: string, days: number, authority = "ca"): void => {
    const by = ["-CA", `${authority}.pem`, "-CAkey", `${authority}.key`, "-CAcreateserial", "-extfile", "names.txt"];
    run("x509", "-req", "-in", `${name}.csr`, ...by, "-days", String(days), "-out", `${out}.pem`);
  };
  for (const name of ["server", "client"]) {
    run("req", ...key, "-keyout", `${name}.key`, "-out", `${name}.csr`, "-subj", `/CN=${name}`);
    sign(name, name, 2);
    sign(name, `${name}-expired`, 0);
  }
  sign("client", "client-foreign", 2, "other");
}
