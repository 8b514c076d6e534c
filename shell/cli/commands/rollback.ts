import { type Command, InvalidArgumentError } from "commander";
import { planRollback } from "../../src/server/publishing/promote.ts";
import { parseRevision } from "../command-line/arguments.ts";
import type { CommandContext } from "../command-line/command-context.ts";
import { addMoveOptions, type MoveOptions, moveChannel, requireReason } from "../releases/move-channel.ts";
import { parseStoredName } from "../command-line/package-argument.ts";

const examples = `
A rollback goes back along the line of promotes. The next one goes further back, never into what was rolled back.

Examples:
  site rollback --why "no page loads"                            the set before
  site rollback content --why "wrong bonus text"                 content's version before; the others stay
  site rollback --to 41 --dry-run                                what the set of revision 41 would change
`;

export function addRollback(program: Command, context: CommandContext): void {
  addMoveOptions(program.command("rollback [package]"))
    .description("make the set before live again, or one package's version before")
    .option("--to <revision>", "the revision to go back to, any of the history", parseRevision)
    .addHelpText("after", examples)
    .action(async (given: string | undefined, { to, ...options }: MoveOptions & { to?: number }) => {
      requireReason(options);
      const [alone = "", version] = given?.split("@") ?? [];
      if (version !== undefined)
        throw new InvalidArgumentError(
          `A package goes back along its own line: write ${alone} alone. site promote ${given} makes that version live.`,
        );
      const { store } = await context.openStore();
      const target = {
        ...(given === undefined ? {} : { package: await parseStoredName(given, store) }),
        ...(to === undefined ? {} : { revision: to }),
      };
      await moveChannel(store, await planRollback(store, target), options, context);
    });
}
