import { type Command, InvalidArgumentError } from "commander";

/**
 * Makes all verbs check their required options last. Commander checks them first: for a mistyped option it would report the required option as
 * missing, and not name the mistyped one.
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
