/** The name under which a move of the channel is recorded. */
export function toOperator(): string {
  return process.env["USER"] ?? "operator";
}
