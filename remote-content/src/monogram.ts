/** The letters of a monogram: the first of the first and of the last word. */
export function toMonogram(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== "");
  const [first = "", last = ""] = [words[0], words.length > 1 ? words.at(-1) : ""];
  return `${first.slice(0, 1)}${last.slice(0, 1)}`.toUpperCase();
}
