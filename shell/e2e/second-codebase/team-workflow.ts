import { execFile, execFileSync } from "node:child_process";
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { parse } from "yaml";
import { workspaceRoot } from "../../cli/workspace/workspace.ts";

const texts = v.optional(v.record(v.string(), v.string()), {});
const stepSchema = v.union([
  v.object({ run: v.string(), env: texts, if: v.optional(v.never()) }),
  v.object({
    uses: v.string(),
    if: v.optional(v.literal("always()")),
    with: v.optional(v.record(v.string(), v.unknown()), {}),
  }),
]);
const workflowSchema = v.object({
  env: texts,
  jobs: v.record(v.string(), v.object({ steps: v.array(stepSchema) })),
});

/** What a team's workflow runs on: what its server gives to a run. */
export interface WorkflowRun {
  /** The team's repository. */
  repository: string;
  /** The commit that a job checks out which names none. */
  commit: string;
  /** Values by expression, such as `github.sha`. */
  values: Readonly<Record<string, string>>;
  /** The variable `PATH` of its commands. */
  path: string;
  /** Keeps what jobs upload for later ones. */
  artifacts: string;
}

const workflow = v.parse(
  workflowSchema,
  parse(readFileSync(join(workspaceRoot, "deploy/ci/remote.yml"), "utf8")) as unknown,
);

/**
 * Runs a job of `deploy/ci/remote.yml`: its commands as they are written, and what stands for the actions that it uses.
 * @param folder where the job works; it is made
 * @param from the step to begin with, where an earlier run of the job left in the folder what those before it do
 * @throws Error for a command that fails, with all that it printed, after the steps that always run; and for an action or an expression that has
 * no counterpart here
 */
export async function runJob(name: string, folder: string, run: WorkflowRun, from?: string): Promise<void> {
  const steps = workflow.jobs[name]?.steps ?? [];
  const first = from === undefined ? 0 : steps.findIndex((step) => ("uses" in step ? step.uses : step.run) === from);
  if (steps.length === 0 || first === -1) throw new Error(`The job ${name} has no such steps.`);
  let failure: unknown;
  for (const step of steps.slice(first)) {
    if (failure !== undefined && step.if !== "always()") continue;
    try {
      if ("uses" in step) runAction(step, folder, run);
      else await runCommands(step, folder, run);
    } catch (error) {
      failure ??= error;
    }
  }
  if (failure !== undefined) throw failure;
}

async function runCommands(
  { run: commands, env }: { run: string; env: Readonly<Record<string, string>> },
  folder: string,
  { values, path }: WorkflowRun,
): Promise<void> {
  const given = Object.fromEntries(
    Object.entries({ ...workflow.env, ...env }).map(([name, text]) => [name, expand(text, values)]),
  );
  await new Promise<void>((resolve, reject) =>
    execFile(
      "bash",
      ["-e", "-c", expand(commands, values)],
      {
        cwd: folder,
        env: {
          ...process.env,
          PATH: path,
          ...given,
        },
      },
      (error, stdout, stderr) =>
        error ? reject(new Error(`${commands}\n${stdout}${stderr}`, { cause: error })) : resolve(),
    ),
  );
}

function runAction(
  { uses, with: given }: { uses: string; with: Readonly<Record<string, unknown>> },
  folder: string,
  { repository, commit, values, artifacts }: WorkflowRun,
): void {
  const read = (key: string): string | undefined => {
    const text = given[key];
    return typeof text === "string" ? expand(text, values) : undefined;
  };
  switch (uses.split("@")[0]) {
    case "actions/checkout":
      execFileSync("git", ["clone", "--quiet", repository, folder]);
      execFileSync("git", ["checkout", "--quiet", read("ref") ?? commit], { cwd: folder });
      return;
    case "actions/upload-artifact":
      for (const file of (read("path") ?? "").split("\n").filter(Boolean))
        cpSync(join(folder, file), join(artifacts, read("name") ?? "artifact", file));
      return;
    case "actions/download-artifact":
      return cpSync(join(artifacts, read("name") ?? "artifact"), folder, { recursive: true });
    default:
      throw new Error(`Nothing here stands for the action ${uses}.`);
  }
}

/** Puts values in the place of expressions. */
function expand(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\$\{\{\s*(.+?)\s*\}\}/g, (_all, expression: string) => {
    const value = values[expression];
    if (value === undefined) throw new Error(`Nothing here has a value for ${expression}.`);
    return value;
  });
}
