import { Writable } from "node:stream";
import { runSite } from "../commands/run-site.ts";

/** The outcome of a run of the command. */
export interface SiteRun {
  code: number;
  out: string;
  err: string;
}

/** A run of the command that may not have ended, and what it has written to standard error. */
export interface StartedSite {
  ended: Promise<SiteRun>;
  err(): string;
}

/**
 * Runs the site command in this process, with an environment of its own and streams that are not terminals.
 * @param interrupted rejects with the error of a signal that ends the command
 */
export function runSiteIn(
  storeDir: string,
  words: readonly string[],
  env: Record<string, string> = {},
  interrupted?: Promise<never>,
): Promise<SiteRun> {
  return startSiteIn(storeDir, words, env, interrupted).ended;
}

/** As {@link runSiteIn}, for tests that do something once it has written a sentence. */
export function startSiteIn(
  storeDir: string,
  words: readonly string[],
  env: Record<string, string> = {},
  interrupted?: Promise<never>,
): StartedSite {
  const stdout = createSink();
  const stderr = createSink();
  const running = runSite(words, {
    env: { USER: "ada", STORE_DIR: storeDir, ...env },
    stdout: stdout.stream,
    stderr: stderr.stream,
    interrupted,
  });
  return {
    ended: running.then((code) => ({ code, out: stdout.read(), err: stderr.read() })),
    err: stderr.read,
  };
}

function createSink(): { stream: Writable; read(): string } {
  let text = "";
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString("utf8");
      done();
    },
  });
  return { stream, read: () => text.trim() };
}
