// Shows a remote of another repository among what is live on a deployed site, while it is developed: `site-remote dev` starts this file of the
// development server, builds the remote beside it, and tells where each built release is.
import { join } from "node:path";
import { parseArgs } from "node:util";
import * as v from "valibot";
import { toProblem } from "@site/contracts/errors";
import { isPackageName } from "@site/contracts/names/package-name";
import { digestSchema } from "@site/contracts/releases/digest-schema";
import { toBuildProblems } from "../development/build-problems.ts";
import { startFront } from "../development/front.ts";
import { type Problem, toLines } from "../development/problem.ts";
import { releaseSaved } from "../development/saved-releases.ts";
import { createSiteProcess } from "../development/site-process.ts";
import { parseEnvironment } from "../src/server/environment.ts";
import { openAgainst } from "./open-development.ts";
import { workspaceRoot } from "./workspace.ts";

const builtSchema = v.union([v.object({ release: v.string() }), v.object({ problem: v.string() })]);
type Built = v.InferOutput<typeof builtSchema>;

function readArguments() {
  const { values, positionals } = parseArgs({
    options: { against: { type: "string" }, "trust-root": { type: "string" } },
    allowPositionals: true,
  });
  const [name, folder] = positionals;
  const { against, "trust-root": trustRoot } = values;
  if (!isPackageName(name) || folder === undefined || against === undefined || !process.send)
    throw new Error("The development server is started by site-remote dev, in the folder of a remote.");
  if (trustRoot !== undefined && !v.is(digestSchema, trustRoot))
    throw new Error("--trust-root is the sha384 of a root of the trust list: 96 hexadecimal digits.");
  return { name, folder, against, trustRoot };
}

async function develop(): Promise<void> {
  const { name, folder, against, trustRoot } = readArguments();
  /** The latest build that was not shown. */
  let latest: Built | undefined;
  const first = Promise.withResolvers<void>();
  let isServed = false;
  process.on("message", (message) => {
    latest = v.parse(builtSchema, message);
    first.resolve();
    if (isServed) void showLatest();
  });
  let turn = Date.now();
  /** The problems by what found them: the bundler and the server. */
  const problems = new Map<string, readonly Problem[]>();
  const site = createSiteProcess(join(import.meta.dirname, "serve-development.ts"), {
    onLog: (text) => console.error(text),
    onAwaited: renew,
    onLive: renew,
  });
  site.prepare();
  const end = async (): Promise<void> => {
    await site.end();
    process.exit(0);
  };
  process.on("SIGTERM", () => void end());
  process.on("SIGINT", () => void end());
  process.on("disconnect", () => void end());
  const front = await startFront(parseEnvironment(process.env, workspaceRoot).port, (paths) => site.await(paths));
  const { store, environment } = await openAgainst(against, trustRoot, [name]);

  function tell(source: string, found: readonly Problem[]): void {
    for (const problem of found) console.error(toLines(problem));
    problems.set(source, found);
    renew();
  }
  /** Open pages ask whether they changed. */
  function renew(): void {
    turn += 1;
    front.tell({ turn, problems: [...problems.values()].flat() });
  }

  async function show(built: Built): Promise<void> {
    const startedAt = performance.now();
    try {
      if ("problem" in built) throw new Error(built.problem);
      const revision = await releaseSaved(store, environment.siteId, new Map([[name, built.release]]));
      if (problems.get("build")?.length) tell("build", []);
      if (revision !== undefined)
        console.log(`revision ${revision}: ${name} in ${Math.round(performance.now() - startedAt)} ms`);
    } catch (error) {
      tell("build", toBuildProblems(error, folder, undefined));
    }
  }

  /** One build after the other: each is based on the set before. */
  let showing = Promise.resolve();
  function showLatest(): Promise<void> {
    const before = showing;
    showing = (async () => {
      await before;
      const built = latest;
      latest = undefined;
      if (built) await show(built);
    })();
    return showing;
  }

  await first.promise;
  await showLatest();
  const started = await site.start();
  if ("problem" in started) throw new Error(started.problem);
  front.serve(started.address);
  isServed = true;
  void showLatest();
  renew();
  console.log(
    `The site ${environment.siteId} is at ${front.address}/ and follows what you save, with the releases of ${against} beside ${name} (${Math.round(performance.now())} ms after the start).`,
  );
}

develop().catch((error: unknown) => {
  console.error(toProblem(error));
  process.exit(1);
});
