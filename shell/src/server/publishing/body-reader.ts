/**
 * Reads a body in portions: a line, then byte ranges of known length. Holds at most the requested bytes and one portion in memory.
 * When the connection is lost, the body ends.
 */
export interface BodyReader {
  /** The bytes before the next line break; `"long"` beyond `most` bytes, undefined when the body ends before it. */
  line(most: number): Promise<Buffer | "long" | undefined>;
  /** The next bytes: fewer than `length` when the body ends before. */
  take(length: number): Promise<Buffer>;
  /** Whether the body has ended. */
  isAtEnd(): Promise<boolean>;
}

export function createBodyReader(body: AsyncIterable<Uint8Array>): BodyReader {
  const source = body[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  let ended = false;

  /** The next portion of the body; undefined at its end. */
  async function next(): Promise<Buffer | undefined> {
    if (ended) return undefined;
    const result = await source.next().catch((error: unknown) => {
      if (isConnectionLost(error)) return undefined;
      throw error;
    });
    if (!result || result.done) {
      ended = true;
      return undefined;
    }
    return Buffer.from(result.value.buffer, result.value.byteOffset, result.value.byteLength);
  }

  return {
    async line(most) {
      const portions: Buffer[] = [];
      let length = 0;
      for (;;) {
        const portion = rest.length > 0 ? rest : await next();
        rest = Buffer.alloc(0);
        if (!portion) return undefined;
        const at = portion.indexOf(10);
        const part = at === -1 ? portion : portion.subarray(0, at);
        length += part.length;
        if (length > most) return "long";
        portions.push(part);
        if (at === -1) continue;
        rest = portion.subarray(at + 1);
        return Buffer.concat(portions);
      }
    },
    async take(length) {
      const portions: Buffer[] = [];
      let missing = length;
      while (missing > 0) {
        const portion = rest.length > 0 ? rest : await next();
        rest = Buffer.alloc(0);
        if (!portion) break;
        portions.push(portion.subarray(0, missing));
        rest = portion.subarray(missing);
        missing -= Math.min(missing, portion.length);
      }
      return Buffer.concat(portions);
    },
    async isAtEnd() {
      while (rest.length === 0) {
        const portion = await next();
        if (!portion) return true;
        rest = portion;
      }
      return false;
    },
  };
}

/** Whether an error is that of Node for a request whose client has gone, or which timed out. */
function isConnectionLost(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ECONNRESET";
}
