/**
 * A text for a terminal: control characters other than the end of a line and the tab are blanks, and marks that turn the direction of writing are left
 * out. Reasons, names and errors come from files and other machines, and must neither control the terminal nor show another text than they have.
 */
export function toPrintable(text: string): string {
  return text.replaceAll(/(?![\n\t])\p{Cc}/gu, " ").replaceAll(/\p{Bidi_Control}/gu, "");
}
