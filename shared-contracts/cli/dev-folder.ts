import { type ChildProcess, fork } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { followNames } from "../build/follow-names.ts";
import { readConfiguration } from "../build/read-configuration.ts";
import { nodeOptions } from "../confine/node-options.ts";
import { SiteError, toProblem } from "../src/errors/errors.ts";
import type { CommandEnvironment } from "./publish-folder.ts";
import { readRemoteName } from "./read-remote-name.ts";

/** The options of `site-remote dev`. */
export interface DevOptions {
  /** The address of the deployed site. */
  against: string;
  /** The sha384 of a root of its trust list. */
  trustRoot: string | undefined;
  env: CommandEnvironment;
}

/**
 * Shows the remote in a folder together with the live releases of a deployed site, on this machine, until it is ended: the bundler runs in this
 * process, and the development server of the shell's team composes the pages.
 * @returns the exit code of that server
 * @throws SiteError `REMOTE_NOT_FOUND`, `REMOTE_SERVER_NOT_FOUND`, `BUILD_FAILED` for a configuration that cannot be read
 */
export async function devFolder(folder: string, { against, trustRoot, env }: DevOptions): Promise<number> {
  const name = readRemoteName(folder);
  const server = startServer(name, folder, { against, trustRoot, env });
  const ended = new Promise<number>((done) => server.once("exit", (code) => done(code ?? 0)));
  const send = (message: { release: string } | { problem: string }): void => {
    if (server.connected) server.send(message, () => undefined);
  };
  // The bundler takes half a second to load: the server starts meanwhile.
  const { watchRelease } = await import("../build/watch-release.ts");
  const configure = await readConfiguration(name, folder).catch(async (error: unknown) => {
    server.kill();
    await ended;
    throw error;
  });
  const watched = watchRelease(configure, join(folder, ".build/development"), {
    onRelease: (release) => send({ release }),
    onProblem: ({ message }) => send({ problem: message }),
  });
  let configured = Promise.resolve();
  const endNames = followNames(folder, {
    onNames: () => void watched.restart(),
    onConfiguration() {
      configured = configured
        .then(async () => watched.restart(await readConfiguration(name, folder)))
        .catch((error: unknown) => send({ problem: toProblem(error) }));
    },
  });
  const end = (): void => void server.kill("SIGTERM");
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, end);
  const code = await ended;
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, end);
  endNames();
  await watched.close();
  return code;
}

function startServer(name: string, folder: string, { against, trustRoot, env }: DevOptions): ChildProcess {
  const { SITE_SERVER = "" } = env;
  const file = resolve(folder, SITE_SERVER, "shell/cli/dev-remote.ts");
  if (SITE_SERVER === "" || !existsSync(file))
    throw new SiteError("REMOTE_SERVER_NOT_FOUND", {
      problem: SITE_SERVER === "" ? "SITE_SERVER is not set" : `the folder ${SITE_SERVER} has none`,
    });
  const host = URL.parse(against)?.host ?? "";
  const kept = join(folder, ".build", `against-${host.replaceAll(/[^a-z0-9.]/g, "-")}`);
  const root = trustRoot === undefined ? [] : ["--trust-root", trustRoot];
  return fork(file, [name, folder, "--against", against, ...root], {
    execArgv: [...nodeOptions],
    env: {
      NODE_COMPILE_CACHE: join(kept, "compiled"),
      SIMULATORS: "1",
      ...env,
      // Never the store of the environment, because builds of development become live there.
      STORE_DIR: join(kept, "site"),
    },
  });
}
