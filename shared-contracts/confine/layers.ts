import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

/** Restrictions by the kernel and its tools, in addition to the permissions of Node. */
export interface Layers {
  /** The process has its own users, network and process ids: no connection, no address, no signal to a process outside. */
  namespaces: boolean;
  /** The process ends with its parent, also in an endless loop. */
  endsWithParent: boolean;
  /** The memory outside of the JavaScript heap is limited too. */
  memory: boolean;
}

/** The folders of the tools of util-linux: `PATH` is not used. */
const folders = ["/usr/bin", "/bin", "/usr/sbin", "/sbin"];

/** The timeout in milliseconds after which a tool counts as absent. */
const probeDeadlineMs = 5000;

/** Megabytes that Node itself uses beside the heap: 512 of address space that V8 reserves for machine code, stacks of threads, and more. */
const ownMemoryMb = 640;

/** The memory limits of a process in megabytes. */
export interface MemoryLimits {
  /** The JavaScript heap. */
  heap: number;
  /** Everything else, such as the bytes of buffers. Enforced only where the machine has the tool for it. */
  outside: number;
}

const toolsByLayer: Record<keyof Layers, (memory: MemoryLimits) => readonly string[]> = {
  endsWithParent: () => ["setpriv", "--pdeathsig", "KILL", "--no-new-privs"],
  memory: ({ heap, outside }) => ["prlimit", `--data=${(heap + outside + ownMemoryMb) * 1024 * 1024}`, "--core=0"],
  namespaces: () => ["unshare", "--user", "--net", "--pid", "--ipc", "--uts", "--fork", "--kill-child"],
};

let probed: Promise<Layers> | undefined;

/** The layers that this machine supports, probed once in each calling process. */
export function probeLayers(): Promise<Layers> {
  probed ??= probe();
  return probed;
}

/** Sets the layers that another process of this machine has probed, so that this process need not. */
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
    execFile(file, args, { env: {}, timeout: probeDeadlineMs, killSignal: "SIGKILL" }, (error) =>
      resolve(error === null),
    ),
  );
}

/** Wraps a command in the tools of the given layers. */
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
