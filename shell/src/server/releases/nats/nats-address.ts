/** Where a store in NATS is, and what a process shows to be let in. */
export interface NatsAddress {
  /** Addresses of servers of one cluster, such as `nats://10.0.0.1:4222`. */
  servers: readonly string[];
  /** The name that the buckets of the store begin with. */
  name: string;
  /** The file of a user's credentials (JWT and seed), as `nsc` writes it. */
  credentialsFile?: string | undefined;
  /** Files in PEM: authorities that sign the servers' certificates, and this client's certificate and key. */
  tls?: { caFile?: string | undefined; certFile?: string | undefined; keyFile?: string | undefined } | undefined;
}

/** The address for messages, without any secret. */
export function toAddressText({ servers, name }: NatsAddress): string {
  return `${servers.join(",")}/${name}`;
}
