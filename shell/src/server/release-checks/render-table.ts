/** Where a render stands in a file of renders. */
export interface RenderPlace {
  at: number;
  length: number;
}

/** The places of the renders of a file by their keys. A look-up reads a few entries of its bytes, so opening it takes as long for ten thousand as for ten. */
export interface RenderTable {
  find(key: string): RenderPlace | undefined;
  /** All entries in the order of the file. */
  list(): [key: string, place: RenderPlace][];
}

/** Marks the format of the file. */
const mark = Buffer.from("renders2");

/** Bytes of the mark and of the number of entries. */
export const headBytes = mark.length + 4;

/** Bytes of a key, which is a digest: all have the same length. */
const keyBytes = 22;

/** Bytes of an entry: a key, where the render stands in the file, and its length. The entries are sorted by their keys. */
const entryBytes = keyBytes + 4 + 4;

/** Bytes of the table that follows a head; undefined for the head of a file of another format. */
export function readTableSize(head: Buffer): number | undefined {
  return head.length >= headBytes && head.subarray(0, mark.length).equals(mark)
    ? head.readUInt32BE(mark.length) * entryBytes
    : undefined;
}

/** Opens a table. Its bytes may be damaged: then keys are not found, or found at a place where another render stands or none. */
export function openTable(bytes: Buffer): RenderTable {
  const count = Math.floor(bytes.length / entryBytes);
  const toPlace = (start: number): RenderPlace => ({
    at: bytes.readUInt32BE(start + keyBytes),
    length: bytes.readUInt32BE(start + keyBytes + 4),
  });
  return {
    find(key) {
      const wanted = Buffer.from(key, "latin1");
      let [low, high] = [0, count];
      while (low < high) {
        const middle = (low + high) >>> 1;
        const start = middle * entryBytes;
        const order = bytes.compare(wanted, 0, wanted.length, start, start + keyBytes);
        if (order === 0) return toPlace(start);
        if (order < 0) low = middle + 1;
        else high = middle;
      }
      return undefined;
    },
    list() {
      const entries = Array.from({ length: count }, (_, index): [string, RenderPlace] => {
        const start = index * entryBytes;
        return [bytes.toString("latin1", start, start + keyBytes), toPlace(start)];
      });
      return entries.toSorted(([, a], [, b]) => a.at - b.at);
    },
  };
}

/** The head and the table of a file that has some renders after them, in this order. A key of another length than a digest's is not found again. */
export function toTable(renders: readonly (readonly [key: string, length: number])[]): Buffer {
  const table = Buffer.alloc(headBytes + renders.length * entryBytes);
  mark.copy(table);
  table.writeUInt32BE(renders.length, mark.length);
  let at = table.length;
  const placed = renders.map(([key, length]): [string, RenderPlace] => {
    const place = { at, length };
    at += length;
    return [key, place];
  });
  let start = headBytes;
  for (const [key, place] of placed.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    table.write(key, start, keyBytes, "latin1");
    table.writeUInt32BE(place.at, start + keyBytes);
    table.writeUInt32BE(place.length, start + keyBytes + 4);
    start += entryBytes;
  }
  return table;
}
