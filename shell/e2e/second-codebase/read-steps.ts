import { readFileSync } from "node:fs";
import { join } from "node:path";
import { workspaceRoot } from "../../cli/workspace/workspace.ts";

/** A block of commands of the written steps. */
export interface Step {
  /** The heading it stands under, without its number. */
  title: string;
  /** Where it is run: in a checkout of this workspace, or in the team's folder. */
  where: "workspace" | "team";
  /** One command a line, as they are written. */
  commands: string[];
}

const text = readFileSync(join(workspaceRoot, "docs/add-a-remote.md"), "utf8");

/** The commands of `docs/add-a-remote.md`, in their order. */
export function readSteps(): Step[] {
  return [...text.matchAll(/^## \d+\. (.+)$|^```sh (workspace|team)\n([\s\S]*?)^```$/gm)].reduce<Step[]>(
    (steps, [, title, where, block = ""]) => {
      const last = steps.at(-1);
      if (title !== undefined) return [...steps, { title, where: "workspace", commands: [] }];
      if (!last || (where !== "workspace" && where !== "team")) return steps;
      return [
        ...steps.slice(0, -1),
        { ...last, where, commands: block.split("\n").filter((line) => line !== "" && !line.startsWith("#")) },
      ];
    },
    [],
  );
}

/** The one line of the layout that the steps tell to write. */
export function readLayoutLine(): string {
  const [, line] = /^```ts\n(.+)\n```$/m.exec(text) ?? [];
  if (line === undefined) throw new Error("docs/add-a-remote.md has no line for the layout.");
  return line;
}
