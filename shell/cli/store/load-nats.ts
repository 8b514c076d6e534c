/** Loads the code for stores in NATS, which commands on a store of files do not wait for. */
export async function loadNats() {
  const [fetching, sharing, buckets, link] = await Promise.all([
    import("../../src/server/releases/nats/copy-trust.ts"),
    import("../../src/server/releases/nats/share-trust.ts"),
    import("../../src/server/releases/nats/nats-buckets.ts"),
    import("../../src/server/releases/nats/nats-link.ts"),
  ]);
  return { ...fetching, ...sharing, ...buckets, ...link };
}
