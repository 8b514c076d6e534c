import { hideSecrets } from "@site/contracts/errors/hide-secrets";

/** Whether a text is an option, in the place of a text that was left out: `--why --dry-run` would be carried out, for the reason `--dry-run`. */
export function isOption(text: string): boolean {
  return /^--[a-z][\w-]*(=|$)/.test(text);
}

/**
 * What is wrong with a reason for the history, typed on a command line or in the console: it is one line of characters that can be shown, in a terminal
 * too, and no option.
 * @param reason without white space at its ends
 * @param most the most characters
 * @returns a sentence with what to write; undefined for a reason that may be recorded
 */
export function findReasonProblem(reason: string, most: number): string | undefined {
  if (reason === "") return "Write the reason: it is recorded in the history.";
  if (isOption(reason)) return "Write the reason before the next option: this is an option itself.";
  if (reason.length > most) return `The reason has ${reason.length} characters; write at most ${most}.`;
  if (/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|\p{Bidi_Control}/u.test(reason))
    return "Write the reason in one line, without control characters.";
  if (hideSecrets(reason) !== reason)
    return "The reason has a token or a private key in it, and the history stays for ever. Leave it out.";
  return undefined;
}
