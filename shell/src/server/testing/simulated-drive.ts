import { basename, dirname } from "node:path";
import type { Disk } from "../disk/disk.ts";

interface File {
  bytes: Buffer;
  /** What survives a loss of power; undefined before the first sync. */
  saved: Buffer | undefined;
  at: Date;
}
interface Folder {
  names: Map<string, File | Folder>;
  saved: Map<string, File | Folder>;
  /** Changes of names since the last sync, in order. An undefined node is a removed name. */
  unsynced: { name: string; node: File | Folder | undefined }[];
}

/** Draws a whole number from 0 to below `bound`. */
export type Draw = (bound: number) => number;

/**
 * A drive in memory that tracks both what programs see and what would survive a loss of power. It guarantees no more than
 * POSIX does: the content of a file survives its own sync, a name survives the sync of its folder, anything else may survive
 * or not, whole, in part or as zeros, and in any order.
 */
export class SimulatedDrive {
  #root: Folder = toFolder();
  #boot = 0;
  #steps = 0;
  #cutAt = Infinity;
  #failure: { at: number; code: string } | undefined;

  /** The number of disk calls since the last restart. */
  get steps(): number {
    return this.#steps;
  }

  /** Cuts the power before the given step; that call and every later one fails. */
  cutAt(step: number): void {
    this.#cutAt = step;
  }

  /** Makes one step fail, as a full disk does. */
  failAt(at: number, code: string): void {
    this.#failure = { at, code };
  }

  /** Restarts with what survived. `draw` decides for everything that was not synced whether it survived. */
  restart(draw: Draw): void {
    this.#root = survive(this.#root, draw, new Map());
    this.#boot += 1;
    this.#steps = 0;
    this.#cutAt = Infinity;
    this.#failure = undefined;
  }

  /** The disk of a program that was started since the last restart and is killed after `killedAfter` steps. */
  open({ killedAfter = Infinity }: { killedAfter?: number } = {}): Disk {
    const boot = this.#boot;
    let own = 0;
    const step = async (): Promise<void> => {
      // Lets other programs run between any two steps.
      await Promise.resolve();
      if (boot !== this.#boot || this.#steps >= this.#cutAt) throw new Error("the power is off");
      if (own >= killedAfter) throw new Error("the program is killed");
      own += 1;
      const now = this.#steps;
      this.#steps += 1;
      if (this.#failure?.at === now) throw toError(this.#failure.code);
    };
    return {
      create: async (path, bytes) => {
        await step();
        const folder = this.#folder(dirname(path));
        if (folder.names.has(basename(path))) throw toError("EEXIST");
        const file: File = { bytes: Buffer.alloc(0), saved: undefined, at: new Date() };
        setName(folder, basename(path), file);
        await step();
        file.bytes = Buffer.from(bytes.subarray(0, bytes.length / 2));
        await step();
        file.bytes = Buffer.from(bytes);
        await step();
        file.saved = file.bytes;
      },
      read: async (path) => {
        await step();
        const node = this.#find(path);
        return "bytes" in node ? Buffer.from(node.bytes) : undefined;
      },
      describe: async (path) => {
        await step();
        const node = this.#find(path);
        return "bytes" in node
          ? { isFile: true, size: node.bytes.length, at: node.at }
          : { isFile: false, size: 0, at: new Date() };
      },
      list: async (path) => {
        await step();
        return [...this.#folder(path).names.keys()];
      },
      makeFolder: async (path) => {
        await step();
        const parent = this.#folder(dirname(path));
        if (parent.names.has(basename(path))) throw toError("EEXIST");
        setName(parent, basename(path), toFolder());
      },
      link: async (from, to) => {
        await step();
        const folder = this.#folder(dirname(to));
        if (folder.names.has(basename(to))) throw toError("EEXIST");
        setName(folder, basename(to), this.#find(from));
      },
      rename: async (from, to) => {
        await step();
        const node = this.#find(from);
        setName(this.#folder(dirname(to)), basename(to), node);
        setName(this.#folder(dirname(from)), basename(from), undefined);
      },
      remove: async (path) => {
        await step();
        this.#find(path);
        setName(this.#folder(dirname(path)), basename(path), undefined);
      },
      touch: async (path) => {
        await step();
        const node = this.#find(path);
        if ("bytes" in node) node.at = new Date();
      },
      sync: async (path) => {
        await step();
        const node = this.#find(path);
        if ("bytes" in node) node.saved = node.bytes;
        else [node.saved, node.unsynced] = [new Map(node.names), []];
      },
    };
  }

  #find(path: string): File | Folder {
    let node: File | Folder = this.#root;
    for (const name of path.split("/").filter(Boolean)) {
      if ("bytes" in node) throw toError("ENOTDIR");
      const next: File | Folder | undefined = node.names.get(name);
      if (!next) throw toError("ENOENT");
      node = next;
    }
    return node;
  }

  #folder(path: string): Folder {
    const node = this.#find(path);
    if ("bytes" in node) throw toError("ENOTDIR");
    return node;
  }
}

function toFolder(): Folder {
  return { names: new Map(), saved: new Map(), unsynced: [] };
}

function setName(folder: Folder, name: string, node: File | Folder | undefined): void {
  if (node) folder.names.set(name, node);
  else folder.names.delete(name);
  folder.unsynced.push({ name, node });
}

/** A folder as it is after a loss of power. A file with several names stays one file. */
function survive(folder: Folder, draw: Draw, files: Map<File, File>): Folder {
  const names = new Map(folder.saved);
  for (const { name, node } of folder.unsynced) {
    if (draw(2) === 0) continue;
    if (node) names.set(name, node);
    else names.delete(name);
  }
  const after = new Map(
    [...names].map(
      ([name, node]) => [name, "bytes" in node ? surviveFile(node, draw, files) : survive(node, draw, files)] as const,
    ),
  );
  return { names: after, saved: new Map(after), unsynced: [] };
}

function surviveFile(file: File, draw: Draw, files: Map<File, File>): File {
  const known = files.get(file);
  if (known) return known;
  const bytes =
    file.saved ??
    [Buffer.alloc(0), file.bytes.subarray(0, draw(file.bytes.length + 1)), Buffer.alloc(file.bytes.length), file.bytes][
      draw(4)
    ] ??
    file.bytes;
  const after = { bytes, saved: bytes, at: file.at };
  files.set(file, after);
  return after;
}

function toError(code: string): Error {
  return Object.assign(new Error(`${code}: refused by the simulated drive`), { code });
}
