/** The letters of a monogram: the first of the first and of the last word. A letter may be a pair of surrogates, half of which no page can show. */
export function toMonogram(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== "");
  const [first = "", last = ""] = [words[0], words.length > 1 ? words.at(-1) : ""];
  const [[one = ""], [other = ""]] = [[...first], [...last]];
  return `${one}${other}`.toUpperCase();
}
