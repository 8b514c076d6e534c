// Shows a remote of another repository together with the live set of a deployed site, while the remote is developed: `site-remote dev` starts this
// file of the development server, builds the remote in its own process, and reports the folder of each build.
import { join } from "node:path";
import { parseArgs } from "node:util";
import * as v from "valibot";
import { isPackageName } from "@site/contracts/names/package-name";
import { createCheckProcess } from "../development/check-process.ts";
import { startFront } from "../development/front.ts";
import { inTurn } from "../development/in-turn.ts";
import { createSavedChecks } from "../development/saved-checks.ts";
import { releaseSaved } from "../development/saved-releases.ts";
import { type Built, builtSchema, showBuilt } from "../development/show-built.ts";
import { createShownProblems } from "../development/shown-problems.ts";
import { explainEnded } from "../development/explain-ended.ts";
import type { Problem } from "../development/problem.ts";
import { createSiteProcess, type ServerEnd } from "../development/site-process.ts";
import { type TypeChecks, watchTypes } from "../development/watch-types.ts";
import { parseEnvironment } from "../src/server/environment.ts";
import { readAgainst } from "./command-line/origin.ts";
import { readTrustRoot } from "./command-line/root-digest.ts";
import { followDeployed } from "./development/follow-deployed.ts";
import { openAgainst } from "./development/open-development.ts";
import { onParentGone } from "../src/server/end-with-parent.ts";
import { toSentence } from "../src/server/to-sentence.ts";
import { workspaceRoot } from "./workspace/workspace.ts";

function readArguments() {
  const { values, positionals } = parseArgs({
    options: { against: { type: "string" }, "trust-root": { type: "string" } },
    allowPositionals: true,
  });
  const [name, folder] = positionals;
  const { against } = values;
  if (!isPackageName(name) || folder === undefined || against === undefined || !process.send)
    throw new Error("The development server is started by site-remote dev, in the folder of a remote.");
  return { name, folder, against: readAgainst(against), trustRoot: readTrustRoot(values["trust-root"]) };
}

async function develop(): Promise<void> {
  const { name, folder, against, trustRoot } = readArguments();
  /** The latest build that was not shown yet. */
  let latest: Built | undefined;
  const first = Promise.withResolvers<void>();
  /** Makes builds live in sequence: each is based on the previous set. */
  const turns = inTurn((work: () => Promise<void>) => work());
  let isServed = false;
  process.on("message", (message) => {
    latest = v.parse(builtSchema, message);
    first.resolve();
    if (isServed) void turns.call(showLatest);
  });
  const toProblem = ({ how, lines }: ServerEnd): Problem =>
    explainEnded(how, lines, folder, "Start site-remote dev again.");
  const site = createSiteProcess(join(import.meta.dirname, "development/serve-development.ts"), {
    onLog: (text) => console.error(text),
    onAwaited: noteShown,
    onLive() {
      noteShown([]);
      checks.noteLive();
    },
    onEnded: (ended) => problems.report("server", [toProblem(ended)]),
  });
  site.prepare();
  const checks = createSavedChecks(
    createCheckProcess(
      join(import.meta.dirname, "development/check-remote-saved.ts"),
      (found) => problems.report("checks", found),
      [folder],
    ),
  );
  let types: TypeChecks | undefined;
  function noteShown(changed: readonly string[]): void {
    problems.renew(changed);
    types?.noteShown();
  }
  const end = async (): Promise<void> => {
    types?.end();
    checks.end();
    await site.end();
    process.exit(0);
  };
  process.on("SIGTERM", () => void end());
  process.on("SIGINT", () => void end());
  onParentGone(() => void end());
  const front = await startFront(parseEnvironment(process.env, workspaceRoot).port, (paths) => site.await(paths));
  const problems = createShownProblems(front.tell);
  const { store, environment, deployed } = await openAgainst(against, trustRoot, [name]);

  async function show(built: Built): Promise<void> {
    const startedAt = performance.now();
    const release = (path: string) => releaseSaved(store, environment.siteId, new Map([[name, path]]));
    const revision = await showBuilt(built, { name, folder, checks, problems, release });
    if (revision === undefined) return;
    const took = Math.round(performance.now() - startedAt);
    console.log(`revision ${revision} has the new ${name}, ${took} ms after it was built`);
  }

  async function showLatest(): Promise<void> {
    const built = latest;
    latest = undefined;
    if (built) await show(built);
  }

  await first.promise;
  await turns.call(showLatest);
  const started = await site.start();
  // The process was ended meanwhile.
  if (!started) return;
  if ("how" in started) throw new Error(toProblem(started).text);
  if ("problem" in started) throw new Error(started.problem);
  front.serve(started.address);
  isServed = true;
  void turns.call(showLatest);
  problems.renew();
  console.log(
    `The site ${environment.siteId} is at ${front.address}/ and follows what you save, with the releases of ${against} beside ${name} (${Math.round(performance.now())} ms after the start).`,
  );
  followDeployed(deployed, turns.call);
  // The compiler is the team's own, with its settings.
  types = watchTypes(folder, (found) => problems.report("types", found));
}

develop().catch((error: unknown) => {
  console.error(toSentence(error));
  process.exit(1);
});
