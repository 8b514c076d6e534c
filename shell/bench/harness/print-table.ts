import { type Figure, isOverBudget, type Spread, type Unit } from "./figures.ts";

/** A bench's figures as lines of text. */
export function toTable(figures: readonly Figure[]): string {
  const rows = [
    ["", "ours", "floor", "ratio", "goal", "budget"],
    ...figures.map((figure) => [
      figure.what,
      toSpreadText(figure.ours, figure.unit),
      figure.floor ? toSpreadText(figure.floor, figure.unit) : "",
      figure.ratio ? toSpreadText(figure.ratio) : "",
      figure.goal ?? "",
      figure.budget === undefined
        ? ""
        : `${toNumber(figure.budget, figure.unit)} ${isOverBudget(figure) ? "EXCEEDED" : "kept"}`,
    ]),
  ];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** `812 ms (790-905)`; a ratio is `1.04 (0.98-1.10)`. */
export function toSpreadText({ median, min, max }: Spread, unit?: Unit): string {
  const ending =
    unit === undefined || unit === "count" || unit === "shift" ? "" : unit === "per second" ? "/s" : ` ${unit}`;
  const text = `${toNumber(median, unit)}${ending}`;
  return min === max ? text : `${text} (${toNumber(min, unit)}-${toNumber(max, unit)})`;
}

function toNumber(value: number, unit?: Unit): string {
  if (unit === "bytes" || unit === "count") return String(Math.round(value));
  if (unit === undefined || value < 1) return value.toFixed(unit === undefined ? 2 : 3);
  return value < 10 ? value.toFixed(2) : String(Math.round(value));
}
