// Runs every command of the workspace. Any Node that can run this file is enough: it installs the workspace if needed, and starts the command with
// the project's pinned Node.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runPnpm, verifyFile } from "./pinned-tools.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stampFile = join(root, "node_modules/.installed-from");
const checksumFile = "scripts/checksums.json";
const pinnedNode = join(root, "node_modules/node/bin/node");

/** The script of each command, run by the pinned Node. */
const commands = {
  start: ["shell/cli/start.ts"],
  dev: ["shell/cli/dev.ts"],
  test: ["scripts/test.ts"],
  checks: ["scripts/test.ts", "checks"],
  prove: ["scripts/test.ts", "prove"],
  bench: ["shell/bench/bench.ts"],
  site: ["shell/cli/commands/site.ts"],
  build: ["shell/cli/commands/site.ts", "build"],
  workbench: ["shared-contracts/testing/workbench/cli.ts"],
  artefact: ["scripts/artefact.ts"],
  behaviours: ["scripts/docs/write-behaviours.ts"],
  faults: ["shell/e2e/faults/run-faults.ts"],
  soak: ["shell/e2e/soak/run-soak.ts"],
  mutate: ["scripts/mutation/mutate.ts"],
};

const packages = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(join(root, entry.name, "package.json")))
  .map(({ name }) => name);

function fingerprint() {
  const files = [
    ...["package.json", "pnpm-lock.yaml", "pnpm-workspace.yaml", checksumFile].filter((file) =>
      existsSync(join(root, file)),
    ),
    ...packages.map((name) => join(name, "package.json")),
  ];
  const hash = createHash("sha256");
  for (const file of files) hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest("hex");
}

function install() {
  const wanted = fingerprint();
  // A cache that restored only the workspace's own folder lacks those of the packages.
  const isWhole = [pinnedNode, stampFile, ...packages.map((name) => join(root, name, "node_modules"))].every(
    existsSync,
  );
  if (isWhole && readFileSync(stampFile, "utf8") === wanted) return;
  const { config } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  console.log(`Installing with pnpm ${config.pnpm} …`);
  const checksums = JSON.parse(readFileSync(join(root, checksumFile), "utf8"));
  const status = orStop(() =>
    runPnpm(["install", "--frozen-lockfile"], { version: config.pnpm, cwd: root, checksums }),
  );
  if (status !== 0) {
    console.error(
      `The workspace was not installed. If a package.json was added or changed, take it into the lockfile: npx pnpm@${config.pnpm} install`,
    );
    process.exit(status);
  }
  const { version } = JSON.parse(readFileSync(join(root, "node_modules/node/package.json"), "utf8"));
  orStop(() => verifyFile({ file: pinnedNode, name: "node", version, checksums }));
  writeFileSync(stampFile, wanted);
}

/** Returns the result of `work`; an error ends the command with one line. */
function orStop(work) {
  try {
    return work();
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(1);
  }
}

const [name = "", ...given] = process.argv.slice(2);
// npm removes the first two hyphens, pnpm passes them on: this makes `pnpm run site -- promote content --why "…"` work as well.
const rest = given[0] === "--" ? given.slice(1) : given;
const command = commands[name];
if (!command) {
  console.error(`There is no command ${name}. There are: ${Object.keys(commands).join(", ")}.`);
  process.exit(1);
}
install();
// A server returns memory to the operating system after a peak; shared-contracts/confine/low-memory.ts explains these values.
const isServer = name === "start" || (name === "site" && rest.find((word) => !word.startsWith("-")) === "serve");
const options = isServer ? ["--max-semi-space-size=4"] : [];
const environment = isServer
  ? {
      MALLOC_ARENA_MAX: "1",
      MALLOC_MMAP_MAX_: "16384",
      MALLOC_MMAP_THRESHOLD_: "16384",
      MALLOC_TRIM_THRESHOLD_: "131072",
    }
  : {};
// A server that is started in any other way uses the third parties of its configuration.
const simulators = ["start", "dev"].includes(name) ? { SIMULATORS: process.env.SIMULATORS || "1" } : {};
// The console has a host name of its own from the start, so that an operator can sign in the browser: no other site shares that name's storage.
const consoleHost = name === "start" ? { CONSOLE_HOST: process.env.CONSOLE_HOST || "console.localhost" } : {};
// Compiled code is cached between starts: reading and compiling the modules of a server is the longest part of its start. The folder is as
// trustworthy as the libraries beside it, and processes that render remotes are started without it.
const keepsCode = ["start", "dev", "site", "build", "workbench"].includes(name);
const compiled = keepsCode ? { NODE_COMPILE_CACHE: join(root, "node_modules/.cache/compiled") } : {};
const path = [dirname(pinnedNode), join(root, "node_modules/.bin"), process.env.PATH].join(":");
const child = spawn(
  pinnedNode,
  [
    "--disable-sigusr1",
    "--disable-warning=ExperimentalWarning",
    ...options,
    join(root, command[0]),
    ...command.slice(1),
    ...rest,
  ],
  {
    cwd: root,
    // By its channel a server notices that this process was killed, and leaves its port to the next one.
    stdio: ["inherit", "inherit", "inherit", ...(isServer || name === "dev" ? ["ipc"] : [])],
    env: { ...environment, ...compiled, ...process.env, ...simulators, ...consoleHost, PATH: path },
  },
);
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => child.kill(signal));
// Shells write a signal as 128 and its number. One is the code of a defect.
child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
