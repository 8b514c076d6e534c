/**
 * Rows as lines with aligned columns, two spaces apart. The last column may have any length. Control characters
 * are left out: a reason or a name comes from a file, and must not control the terminal.
 */
export function toColumns(rows: readonly (readonly string[])[]): string[] {
  const cells = rows.map((row) => row.map((cell) => cell.replaceAll(/\p{Cc}/gu, " ")));
  const widths: number[] = [];
  for (const row of cells) {
    for (const [index, cell] of row.slice(0, -1).entries()) widths[index] = Math.max(widths[index] ?? 0, cell.length);
  }
  return cells.map((row) =>
    row
      .map((cell, index) => (index === row.length - 1 ? cell : cell.padEnd(widths[index] ?? 0)))
      .join("  ")
      .trimEnd(),
  );
}
