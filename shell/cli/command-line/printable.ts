/**
 * A text for a terminal: control characters other than newline and tab become blanks, and marks that change the direction of writing are removed.
 * Reasons, names and errors come from files and other machines, and must neither control the terminal nor be displayed as another text.
 */
export function toPrintable(text: string): string {
  return text.replaceAll(/(?![\n\t])\p{Cc}/gu, " ").replaceAll(/\p{Bidi_Control}/gu, "");
}
