import { once } from "node:events";
import { connect, type TLSSocket } from "node:tls";
import { onTestFinished } from "vitest";

/** Types of frames (RFC 9113, 6). */
export const frameTypes = {
  data: 0,
  headers: 1,
  reset: 3,
  settings: 4,
  ping: 6,
  goaway: 7,
  windowUpdate: 8,
  continuation: 9,
};

/** Flags of frames. */
export const flags = { endStream: 1, ack: 1, endHeaders: 4 };

export function toFrame(type: number, flag: number, stream: number, payload: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flag, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** The header block of a request, written without compression. */
export function toHeaderBlock(path: string, { method = "GET", ...more }: Record<string, string> = {}): Buffer {
  const fields = [
    [":method", method],
    [":scheme", "https"],
    [":path", path],
    ...(":authority" in more ? [] : [[":authority", "localhost"]]),
    ...Object.entries(more),
  ];
  return Buffer.concat(
    fields.flatMap(([name = "", value = ""]) => [
      Buffer.from([0]),
      toLength(name),
      Buffer.from(name),
      toLength(value),
      Buffer.from(value),
    ]),
  );
}

/** A length in seven bits, and what is above in those that follow (RFC 7541, 5.1). */
function toLength({ length }: string): Buffer {
  if (length < 127) return Buffer.from([length]);
  const bytes = [127];
  let rest = length - 127;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Buffer.from([...bytes, rest]);
}

export function toRequest(stream: number, path = "/about-us/", more: Record<string, string> = {}): Buffer {
  return toFrame(frameTypes.headers, flags.endHeaders | flags.endStream, stream, toHeaderBlock(path, more));
}

/** A SETTINGS frame with one setting: 3 is how many streams, 4 a stream's window. */
export function toSettings(id?: number, value = 0): Buffer {
  const payload = Buffer.alloc(id === undefined ? 0 : 6);
  if (id !== undefined) {
    payload.writeUInt16BE(id, 0);
    payload.writeUInt32BE(value, 2);
  }
  return toFrame(frameTypes.settings, 0, 0, payload);
}

/** A frame that came. */
export interface ReceivedFrame {
  type: number;
  flag: number;
  stream: number;
  payload: Buffer;
}

/** A client that speaks HTTP/2 by single frames, as no library lets one. */
export interface FrameClient {
  socket: TLSSocket;
  send(...frames: Buffer[]): void;
  received(): ReceivedFrame[];
  /** The last stream of each GOAWAY, and the code of each reset. */
  codes(): { goaways: number[]; resets: number[] };
  closed: Promise<unknown>;
}

/** Connects, and sends what begins a connection of HTTP/2: its first words, and settings. */
export async function openFrames(port: number, settings: Buffer = toSettings()): Promise<FrameClient> {
  const socket = connect({ port, host: "127.0.0.1", ALPNProtocols: ["h2"], rejectUnauthorized: false });
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => undefined);
  const closed = new Promise((resolve) => socket.once("close", resolve));
  let bytes = Buffer.alloc(0);
  socket.on("data", (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk]);
  });
  await once(socket, "secureConnect");
  socket.write(Buffer.concat([Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), settings]));
  const received = (): ReceivedFrame[] => readFrames(bytes);
  return {
    socket,
    closed,
    received,
    send: (...frames) => void socket.write(Buffer.concat(frames)),
    codes: () => ({
      goaways: received().flatMap(({ type, payload }) => (type === frameTypes.goaway ? [payload.readUInt32BE(0)] : [])),
      resets: received().flatMap(({ type, payload }) => (type === frameTypes.reset ? [payload.readUInt32BE(0)] : [])),
    }),
  };
}

function readFrames(bytes: Buffer): ReceivedFrame[] {
  const frames: ReceivedFrame[] = [];
  for (let at = 0; at + 9 <= bytes.length;) {
    const length = bytes.readUIntBE(at, 3);
    const payload = bytes.subarray(at + 9, at + 9 + length);
    if (payload.length < length) break;
    frames.push({ type: bytes[at + 3] ?? 0, flag: bytes[at + 4] ?? 0, stream: bytes.readUInt32BE(at + 5), payload });
    at += 9 + length;
  }
  return frames;
}
