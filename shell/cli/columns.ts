/** Rows as lines with aligned columns, two spaces apart. The last column may have any length. */
export function toColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows.reduce<number[]>((found, row) => row.slice(0, -1).reduce((all, cell, index) => all.with(index, Math.max(all[index] ?? 0, cell.length)), [...found, ...row.slice(found.length).map(() => 0)]), []);
  return rows.map((row) => row.map((cell, index) => (index === row.length - 1 ? cell : cell.padEnd(widths[index] ?? 0))).join("  ").trimEnd());
}
