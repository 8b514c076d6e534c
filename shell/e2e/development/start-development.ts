import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { nodeOptions } from "@site/contracts/confine/node-options";
import { codeCache } from "../../src/server/testing/code-cache.ts";
import { waitUntil } from "../harness/wait-until.ts";

export interface DevelopmentServer {
  /** Its origin, such as `http://localhost:43217`. */
  address: string;
  /** All that it has printed. */
  output(): string;
  end(): Promise<void>;
}

/**
 * Starts `npm run dev` of a copy of the workspace, on a free port.
 * @param storeDir the store of development is made beside this folder, with `.development` behind its name
 * @throws Error with its output when it ends before it serves
 */
export async function startDevelopment(root: string, storeDir: string): Promise<DevelopmentServer> {
  const child = spawn(process.execPath, [...nodeOptions, join(root, "shell/cli/dev.ts")], {
    cwd: root,
    env: {
      PATH: process.env["PATH"],
      PORT: "0",
      SIMULATORS_PORT: "0",
      STORE_DIR: storeDir,
      WORK_AHEAD: "0",
      NODE_COMPILE_CACHE: codeCache,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")));
  const readAddress = (): string | undefined => / is at (\S+)\/ and follows/.exec(output)?.[1];
  await waitUntil(() => readAddress() !== undefined || child.exitCode !== null, {
    what: "the development server",
    within: 90_000,
  });
  const address = readAddress();
  if (address === undefined) throw new Error(`The development server ended at its start:\n${output}`);
  return {
    address,
    output: () => output,
    async end() {
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}
