import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { nodeOptions } from "@site/contracts/confine/node-options";
import { workspaceRoot } from "../../cli/workspace/workspace.ts";
import type { RunningSite } from "../harness/start-site.ts";
import { createQuickNpx } from "./quick-npx.ts";
import type { Step } from "./read-steps.ts";

/** Folders on which the written steps are followed: a checkout of the site's owners, and a team's own, which has nothing of it. */
export interface TeamMachine {
  folder: string;
  /** The checkout. */
  workspace: string;
  team: string;
  /** The team's remote, once it is written. */
  remote: string;
  /** What commands printed that later ones are given, by the name of its variable. */
  given: Readonly<Record<string, string>>;
  /** How many commands were run, and how long they took together. */
  used: Readonly<{ commands: number; milliseconds: number }>;
  /** Runs the commands of a step one by one, each in a shell of its own. */
  runStep(step: Step): void;
  /** @returns what it printed */
  runCommand(command: string, cwd: string): string;
  /** The variable `PATH` of all commands. */
  path: string;
  /** The environment of a command of the steps. */
  toEnvironment(cwd: string): NodeJS.ProcessEnv;
  remove(): void;
}

/** @param site where the team publishes */
export function createTeamMachine(site: () => RunningSite): TeamMachine {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "second-codebase-")));
  const workspace = join(folder, "workspace");
  // As on many machines, the path has a space.
  const team = join(folder, "the team");
  const remote = join(team, "remote-lobby");
  const path = `${createQuickNpx(folder)}:${dirname(process.execPath)}:${process.env["PATH"]}`;
  const given: Record<string, string> = {};
  const used = { commands: 0, milliseconds: 0 };

  function keepPrinted(output: string): void {
    const [publicKey] = /^[0-9a-f]{64}$/m.exec(output) ?? [];
    const [token] = /\bsite_\S+/.exec(output) ?? [];
    if (publicKey !== undefined) given["PUBLIC_KEY"] = publicKey;
    if (token !== undefined) given["SITE_TOKEN"] = token;
  }

  function runCommand(command: string, cwd: string): string {
    // What `npm run` runs; npm itself would look whether the checkout is installed.
    const node = `node ${nodeOptions.join(" ")}`;
    const direct = command
      .replace(/^npm run -s site -- /, `${node} ${join(workspace, "shell/cli/commands/site.ts")} `)
      .replace(/^npm run -s artefact -- /, `${node} ${join(workspaceRoot, "scripts/artefact.ts")} `);
    return execFileSync("bash", ["-euo", "pipefail", "-c", direct], {
      cwd,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      env: toEnvironment(cwd),
    });
  }

  function toEnvironment(cwd: string): NodeJS.ProcessEnv {
    return {
      ...process.env,
      PATH: path,
      CONTRACTS: join(folder, "contracts.tgz"),
      SITE_SERVER: join(folder, "server"),
      ...(cwd === workspace
        ? { STORE_DIR: site().storeDir }
        : {
            SITE_URL: site().origin,
            SITE_SIGN_KEY_FILE: join(folder, "keys/lobby.pem"),
            SITE_TOKEN: given["SITE_TOKEN"],
          }),
      PUBLIC_KEY: given["PUBLIC_KEY"],
    };
  }

  return {
    folder,
    workspace,
    team,
    remote,
    given,
    used,
    runStep({ where, commands }) {
      let cwd = where === "team" ? (existsSync(remote) ? remote : team) : workspace;
      for (const command of commands) {
        const started = performance.now();
        const [, into] = /^cd (\S+)$/.exec(command) ?? [];
        if (into === undefined) keepPrinted(runCommand(command, cwd));
        else if (cwd === team) cwd = join(cwd, into);
        used.milliseconds += performance.now() - started;
        used.commands += 1;
      }
    },
    runCommand,
    path,
    toEnvironment,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
