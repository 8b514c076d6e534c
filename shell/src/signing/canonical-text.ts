/**
 * The canonical JSON that signatures are over, for browsers: keys in order, no spaces, and in texts only quotes and backslashes escaped.
 * @throws TypeError for what has no canonical form, such as a fraction
 */
export function toCanonicalText(value: unknown): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "string") return `"${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
  if (typeof value === "number" && Number.isSafeInteger(value)) return String(value);
  if (Array.isArray(value)) return `[${value.map(toCanonicalText).join(",")}]`;
  if (typeof value !== "object") throw new TypeError(`${typeof value} has no canonical form`);
  const parts = Object.entries(value)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, inner]) => `${toCanonicalText(key)}:${toCanonicalText(inner)}`);
  return `{${parts.join(",")}}`;
}
