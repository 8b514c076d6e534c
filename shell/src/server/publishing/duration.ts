const unitMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** How long `30m`, `12h` or `7d` is, in milliseconds; undefined for any other text, and for nothing. */
export function toDuration(text: string): number | undefined {
  const [, count, unit = ""] = /^(\d{1,4})([mhd])$/.exec(text) ?? [];
  const length = unitMs[unit];
  return length === undefined || Number(count) === 0 ? undefined : Number(count) * length;
}

/** A text that {@link toDuration} reads, for milliseconds: rounded up to whole minutes below two hours, to whole hours up to three days, to whole days above. */
export function toDurationText(milliseconds: number): string {
  const unit = milliseconds < 2 * 3_600_000 ? "m" : milliseconds <= 3 * 86_400_000 ? "h" : "d";
  return `${Math.max(1, Math.ceil(milliseconds / (unitMs[unit] ?? 1)))}${unit}`;
}
