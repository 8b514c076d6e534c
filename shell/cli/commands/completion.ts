import { join } from "node:path";
import { nodeOptions } from "@site/contracts/confine/node-options";
import { Argument, type Command } from "commander";
import type { CommandContext } from "../command-line/command-context.ts";
import { type Completed, completeLine, folders } from "../help/complete-line.ts";
import { readCurrentLists } from "../../src/server/releases/trust/change-trust.ts";
import type { OpenedStore } from "../store/open-store.ts";

const notes = `
The script also defines site itself, when there is no such command in your PATH.

Examples:
  eval "$(npm run -s site -- completion bash)"      in ~/.bashrc
  eval "$(npm run -s site -- completion zsh)"       in ~/.zshrc, after compinit
`;

/** Defines the command in a shell that has no command of this name. */
const definition = `command -v site > /dev/null || site() { '${process.execPath}' ${nodeOptions.join(" ")} '${join(import.meta.dirname, "site.ts")}' "$@"; }`;

// Bash splits words at the @ of a release, so a completion replaces only the part after it.
const bash = `${definition}
_site_complete() {
  local line="\${COMP_LINE:0:COMP_POINT}" cut="" candidate
  local -a words
  read -ra words <<< "$line"
  [[ "$line" == *[[:space:]] ]] && words+=("")
  local typed="\${words[\${#words[@]} - 1]}"
  [[ "$typed" == *@* && "$COMP_WORDBREAKS" == *@* ]] && cut="\${typed%@*}@"
  COMPREPLY=()
  while IFS= read -r candidate; do
    if [[ "$candidate" == "${folders}" ]]; then COMPREPLY+=($(compgen -d -- "$typed")); else COMPREPLY+=("\${candidate#"$cut"}"); fi
  done < <(site complete -- "\${words[@]:1}" 2> /dev/null)
}
complete -F _site_complete site`;

const zsh = `${definition}
_site_complete() {
  local -a candidates
  candidates=(\${(f)"$(site complete -- "\${(@)words[2,CURRENT]}" 2> /dev/null)"})
  if [[ "\${candidates[1]}" == "${folders}" ]]; then _files -/; else compadd -a candidates; fi
}
compdef _site_complete site`;

const scripts: Record<string, string> = { bash, zsh };

export function addCompletion(program: Command, { answer, environment, openStore }: CommandContext): void {
  program
    .command("completion")
    .description("print a script that completes this command in your shell")
    .addArgument(new Argument("<shell>", "your shell").choices(Object.keys(scripts)))
    .addHelpText("after", notes)
    .action((shell: string) => answer(scripts[shell] ?? "", { shell, script: scripts[shell] ?? "" }));

  program
    .command("complete [words...]", { hidden: true })
    .description("print what the last word of a line can become, a candidate a line")
    .action(async (words: string[]) => {
      const candidates = await completeLine(program, words, {
        askStore: createAsk(openStore),
        keyIds: await listKeyIds(environment),
      });
      answer(candidates.join("\n"), { candidates });
    });
}

/** Asks the store once, because a person waits at each press of Tab. After a failure it is not asked again. */
function createAsk(openStore: CommandContext["openStore"]): Completed["askStore"] {
  let opening: Promise<OpenedStore | undefined> | undefined;
  return async (read, otherwise) => {
    opening ??= openStore({ askAgainForMs: 0 }).catch(() => undefined);
    const opened = await opening;
    if (!opened) return otherwise;
    try {
      return await read(opened.store);
    } catch {
      opening = Promise.resolve(undefined);
      return otherwise;
    }
  };
}

/** The prefixes of the ids of the trust list's keys; empty without a list. */
async function listKeyIds(environment: CommandContext["environment"]): Promise<string[]> {
  try {
    const { root, teams } = await readCurrentLists(environment().places.trustDir);
    const keys = [root.root, root.targets, root.check, root.operator, ...teams.teams.values()].flatMap(
      (role) => role.keys,
    );
    return [...new Set(keys.map(({ keyId }) => keyId.slice(0, 12)))];
  } catch {
    return [];
  }
}
