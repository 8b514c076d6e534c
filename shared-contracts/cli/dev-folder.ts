import { type ChildProcess, fork } from "node:child_process";
import { existsSync, readdirSync, watch } from "node:fs";
import { join, resolve } from "node:path";
import type { Configure } from "../build/configuration.ts";
import { nodeOptions } from "../confine/node-options.ts";
import { SiteError } from "../src/errors/errors.ts";
import type { CommandEnvironment } from "./publish-folder.ts";
import { readRemoteName } from "./read-remote-name.ts";

/** What `site-remote dev` is told. */
export interface DevOptions {
  /** The address of the deployed site. */
  against: string;
  /** The sha384 of a root of its trust list. */
  trustRoot: string | undefined;
  env: CommandEnvironment;
}

/** Folders of a remote in which a new file, or one less, is another island or language. */
const listed = ["src/exposes", "messages"];

/**
 * Shows the remote in a folder among what is live on a deployed site, on this machine, until it is ended: its bundler stays open here, and the
 * development server of the shell's team composes the pages.
 * @returns the exit code of that server
 * @throws SiteError `REMOTE_NOT_FOUND`, `REMOTE_SERVER_NOT_FOUND`
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
  const { default: configure }: { default: Configure } = await import(join(folder, "rspack.config.ts"));
  const watched = watchRelease(configure, join(folder, ".build/development"), {
    onRelease: (release) => send({ release }),
    onProblem: ({ message }) => send({ problem: message }),
  });
  const watchers = listed
    .map((one) => join(folder, one))
    .filter((path) => existsSync(path))
    .map((path) => {
      let files = readdirSync(path).join();
      return watch(path, () => {
        const now = existsSync(path) ? readdirSync(path).join() : "";
        if (now === files) return;
        files = now;
        void watched.restart();
      });
    });
  const end = (): void => void server.kill("SIGTERM");
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, end);
  const code = await ended;
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, end);
  for (const watcher of watchers) watcher.close();
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
      // Never a store that the environment names: what is developed is made live there.
      STORE_DIR: join(kept, "site"),
    },
  });
}
