/** Addresses of one place, for {@link toGeoDatabase}: a range of IPv4 as CIDR writes it. */
export interface FixtureNetwork {
  network: string;
  country: string;
  region?: string;
}

type Value = string | { uint: number; bytes: 2 | 4 | 8 } | readonly Value[] | { [key: string]: Value };

/**
 * Writes a geography database as MaxMind's format describes it: a binary tree over the bits of an address, whose leaves
 * point at records. It has no real places.
 */
export function toGeoDatabase(networks: readonly FixtureNetwork[]): Buffer {
  const tree: [number, number][] = [[-1, -1]];
  const records: Buffer[] = [];
  /** Leaves, by the place in the tree that points at them, as offsets into the records. */
  const leaves: { node: number; side: 0 | 1; offset: number }[] = [];
  let size = 0;
  for (const { network, country, region } of networks) {
    const [address = "", bits = "32"] = network.split("/");
    const number = address.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
    let node = 0;
    for (let bit = 0; bit < Number(bits); bit += 1) {
      const side = Math.floor(number / 2 ** (31 - bit)) % 2 === 1 ? 1 : 0;
      const entry = tree[node];
      if (!entry) throw new Error("a node is missing");
      if (bit === Number(bits) - 1) leaves.push({ node, side, offset: size });
      else if (entry[side] === -1) entry[side] = tree.push([-1, -1]) - 1;
      node = entry[side];
    }
    const record = encode({
      country: { iso_code: country },
      ...(region !== undefined && { subdivisions: [{ iso_code: region }] }),
    });
    records.push(record);
    size += record.length;
  }
  const count = tree.length;
  for (const { node, side, offset } of leaves) {
    const entry = tree[node];
    if (entry) entry[side] = count + 16 + offset;
  }
  const nodes = Buffer.alloc(count * 6);
  for (const [place, entry] of tree.entries()) {
    for (const side of [0, 1] as const)
      nodes.writeUIntBE(entry[side] === -1 ? count : entry[side], place * 6 + side * 3, 3);
  }
  const metadata = encode({
    node_count: { uint: count, bytes: 4 },
    record_size: { uint: 24, bytes: 2 },
    ip_version: { uint: 4, bytes: 2 },
    database_type: "Test-City",
    languages: ["en"],
    binary_format_major_version: { uint: 2, bytes: 2 },
    binary_format_minor_version: { uint: 0, bytes: 2 },
    build_epoch: { uint: 1_700_000_000, bytes: 8 },
    description: { en: "Made for tests" },
  });
  return Buffer.concat([
    nodes,
    Buffer.alloc(16),
    ...records,
    Buffer.from("\xab\xcd\xefMaxMind.com", "latin1"),
    metadata,
  ]);
}

/** The types of the format that are used here. Those above 7 are written as 0, and their number less 7 in a byte of its own. */
const types = { text: 2, uint2: 5, uint4: 6, map: 7, uint8: 9, array: 11 } as const;

function encode(value: Value): Buffer {
  if (typeof value === "string")
    return Buffer.concat([toControl("text", Buffer.byteLength(value)), Buffer.from(value)]);
  if (isList(value)) return Buffer.concat([toControl("array", value.length), ...value.map(encode)]);
  if (isUint(value)) {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64BE(BigInt(value.uint));
    return Buffer.concat([toControl(`uint${value.bytes}`, value.bytes), bytes.subarray(8 - value.bytes)]);
  }
  const entries = Object.entries(value);
  return Buffer.concat([
    toControl("map", entries.length),
    ...entries.flatMap(([key, one]) => [encode(key), encode(one)]),
  ]);
}

function toControl(type: keyof typeof types, size: number): Buffer {
  const number = types[type];
  return number <= 7 ? Buffer.of((number << 5) | size) : Buffer.of(size, number - 7);
}

const isList = (value: Value): value is readonly Value[] => Array.isArray(value);
const isUint = (value: object): value is { uint: number; bytes: 2 | 4 | 8 } => "uint" in value;
