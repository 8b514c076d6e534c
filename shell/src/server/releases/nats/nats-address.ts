/** The address of a store in NATS, and the credentials of a process. */
export interface NatsAddress {
  /** Addresses of servers of one cluster, such as `nats://10.0.0.1:4222`. */
  servers: readonly string[];
  /** The prefix of the names of the store's buckets. */
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
