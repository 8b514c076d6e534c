import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { nodeOptions } from "../../confine/node-options.ts";

/** A workbench in a process of its own, as a developer starts it. */
export interface RunningWorkbench {
  address: string;
  /** Everything it printed so far, errors included. */
  output(): string;
  /** Ends it as Ctrl-C does, and returns its exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

/**
 * Starts the workbench of the remote in a folder and waits for its address and for the first build.
 * @param port the port that it is told; any free one when left out
 * @throws Error with what it printed, when it ends without one
 */
export async function runWorkbench(root: string, port = "0"): Promise<RunningWorkbench> {
  const child = spawn(process.execPath, [...nodeOptions, join(import.meta.dirname, "cli.ts")], {
    cwd: root,
    env: { ...process.env, PORT: port, NODE_ENV: "development" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exit = once(child, "exit");
  let output = "";
  const address = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString("utf8");
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(output);
      // Before the first build its preview is a note without an island, in which a test finds nothing wrong.
      if (found && output.includes("built in ")) resolve(found[0]);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("exit", () => reject(new Error(`the workbench ended: ${output}`)));
  });
  return {
    address,
    output: () => output,
    async end(signal = "SIGTERM") {
      child.kill(signal);
      await exit;
      return child.exitCode;
    },
  };
}
