// The messages between a confined process and its parent: JSON after its length in four bytes. Node's own channel between processes is not
// used, because it reads a message of any size into the parent's memory, and obeys control messages of the child.
import { readSync, writeSync } from "node:fs";
import type { Readable } from "node:stream";

/** Bytes of the length before each message. */
const headerBytes = 4;

/** Bytes of the largest message of a render process that is read: four times what a page's HTML may be. */
export const maxMessageBytes = 1024 * 1024;

/** A message as a frame: its length, then its JSON. */
export function toFrame(json: string): Buffer {
  const bytes = Buffer.byteLength(json);
  const frame = Buffer.allocUnsafe(headerBytes + bytes);
  frame.writeUInt32BE(bytes);
  frame.write(json, headerBytes);
  return frame;
}

/** Receives the messages of a stream. */
export interface FrameListener {
  onMessage(message: unknown): void;
  /** The stream is not in the format of frames, or a message is too large: nothing after it is read. */
  onProblem(problem: string): void;
}

/** Reads messages from a stream, and holds no more than one of `maxBytes` in memory. */
export function readFrames(stream: Readable, maxBytes: number, { onMessage, onProblem }: FrameListener): void {
  const header = Buffer.alloc(headerBytes);
  let target = header;
  let filled = 0;
  const refuse = (problem: string): void => {
    stream.off("data", take);
    stream.destroy();
    onProblem(problem);
  };
  const take = (chunk: Buffer): void => {
    let rest = chunk;
    while (rest.length > 0 && !stream.destroyed) {
      const copied = rest.copy(target, filled);
      rest = rest.subarray(copied);
      filled += copied;
      if (filled < target.length) continue;
      if (target !== header) {
        const message = parse(target);
        target = header;
        filled = 0;
        if (message === undefined) return refuse("its answer is no JSON");
        onMessage(message);
        continue;
      }
      const bytes = header.readUInt32BE();
      if (bytes > maxBytes) return refuse(`its answer is ${bytes} bytes, at most ${maxBytes} are read`);
      if (bytes === 0) return refuse("its answer is empty");
      target = Buffer.allocUnsafe(bytes);
      filled = 0;
    }
  };
  stream.on("data", take);
}

/** The message of a frame; undefined when it is none. */
function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return undefined;
  }
}

/**
 * Waits for the next message on a file descriptor, from a sender that is trusted to send what is asked for. Undefined when
 * the sender is gone.
 */
export function readFrameSync<T>(descriptor: number): T | undefined {
  const header = readBytes(descriptor, headerBytes);
  const body = header && readBytes(descriptor, header.readUInt32BE());
  return body && JSON.parse(body.toString("utf8"));
}

function readBytes(descriptor: number, length: number): Buffer | undefined {
  const bytes = Buffer.allocUnsafe(length);
  for (let filled = 0; filled < length;) {
    const read = readSync(descriptor, bytes, filled, length - filled, null);
    if (read === 0) return undefined;
    filled += read;
  }
  return bytes;
}

/** Writes bytes to a file descriptor, and waits until the other side took them all. */
export function writeWholeSync(descriptor: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length;) written += writeSync(descriptor, bytes, written);
}
