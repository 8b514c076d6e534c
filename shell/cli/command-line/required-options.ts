import { type Command, InvalidArgumentError } from "commander";

/**
 * Has the required options of all verbs looked for last. Where commander looks for them, a mistyped option is not named: what it should have been
 * is said to be missing.
 */
export function requireLast(program: Command): void {
  for (const command of program.commands) {
    for (const option of command.options.filter(({ mandatory }) => mandatory)) {
      option.makeOptionMandatory(false);
      command.hook("preAction", () => {
        if (command.getOptionValue(option.attributeName()) === undefined)
          throw new InvalidArgumentError(`required option '${option.flags}' not specified`);
      });
    }
    requireLast(command);
  }
}
