import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

/** What the kernel and its tools add to what Node denies a process. */
export interface Layers {
  /** It has its own users, network and process numbers: no connection, no address, no signal to a process outside. */
  namespaces: boolean;
  /** It ends when its parent does, also in an endless loop. */
  endsWithParent: boolean;
  /** Its memory is bounded outside of the JavaScript heap too. */
  memory: boolean;
}

/** Where the tools of util-linux are: the process's own search path is not asked. */
const folders = ["/usr/bin", "/bin", "/usr/sbin", "/sbin"];

/** Milliseconds after which a tool that does not answer counts as absent. */
const probeDeadline = 5000;

/** Megabytes that Node itself takes beside the heap: 512 of address space that V8 reserves for machine code, stacks of threads, and more. */
const ownMemory = 640;

/** Megabytes that a process may take. */
export interface MemoryLimits {
  /** Of JavaScript's objects. */
  heap: number;
  /** Of everything else, such as the bytes of buffers. Held only where the machine has the tool for it. */
  outside: number;
}

const toolsByLayer: Record<keyof Layers, (memory: MemoryLimits) => readonly string[]> = {
  endsWithParent: () => ["setpriv", "--pdeathsig", "KILL", "--no-new-privs"],
  memory: ({ heap, outside }) => ["prlimit", `--data=${(heap + outside + ownMemory) * 1024 * 1024}`, "--core=0"],
  namespaces: () => ["unshare", "--user", "--net", "--pid", "--ipc", "--uts", "--fork", "--kill-child"],
};

let probed: Promise<Layers> | undefined;

/** What this machine gives, tried once in the life of the calling process. */
export function probeLayers(): Promise<Layers> {
  probed ??= probe();
  return probed;
}

/** Takes what another process of this machine found out, which spares this one the trying. */
export function setLayers(layers: Layers): void {
  probed = Promise.resolve(layers);
}

async function probe(): Promise<Layers> {
  const all: Layers = { namespaces: true, endsWithParent: true, memory: true };
  if (await works(all)) return all;
  const none: Layers = { namespaces: false, endsWithParent: false, memory: false };
  const [namespaces, endsWithParent, memory] = await Promise.all([
    works({ ...none, namespaces: true }),
    works({ ...none, endsWithParent: true }),
    works({ ...none, memory: true }),
  ]);
  return { namespaces, endsWithParent, memory };
}

function works(layers: Layers): Promise<boolean> {
  const [file = "", ...args] = toCommand(layers, { heap: 64, outside: 64 }, [process.execPath, "--eval", ""]);
  return new Promise((resolve) =>
    execFile(file, args, { env: {}, timeout: probeDeadline, killSignal: "SIGKILL" }, (error) =>
      resolve(error === null),
    ),
  );
}

/** A command, begun within layers. */
export function toCommand(layers: Layers, memory: MemoryLimits, command: readonly string[]): string[] {
  const order = ["endsWithParent", "memory", "namespaces"] as const;
  const tools = order
    .filter((layer) => layers[layer])
    .flatMap((layer) => {
      const [tool = "", ...options] = toolsByLayer[layer](memory);
      return [findTool(tool), ...options, "--"];
    });
  return [...tools, ...command];
}

function findTool(name: string): string {
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file)) ?? name;
}
