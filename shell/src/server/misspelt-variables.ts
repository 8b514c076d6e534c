import { distance } from "fastest-levenshtein";

/** The length from which a name may have a mistake. Names of other programs are similar to shorter ones. */
const longName = 8;

/**
 * Finds variables that are set, not known, and similar to a known one that is not set: an operator probably meant the known one, as with `TRUSTED_PROXY` for
 * `TRUSTED_PROXIES`. They are reported and not refused: another program may have a variable of that name.
 */
export function findMisspelt(given: Readonly<Record<string, string | undefined>>, known: readonly string[]): string[] {
  // OpenTelemetry has more variables than are read here.
  const missing = known.filter((name) => given[name] === undefined && !name.startsWith("OTEL_"));
  return Object.keys(given)
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const meant = missing.find((one) => isSimilar(toPlain(name), toPlain(one)));
      if (meant === undefined) return [];
      return [
        `${name} is set and has no effect: the variable is called ${meant}. Set that one, or remove it when it is of another program.`,
      ];
    });
}

/** Whether one character is missing, too many or wrong, or two are exchanged. */
function isSimilar(name: string, known: string): boolean {
  if (known.length < longName) return name === known;
  const apart = distance(name, known);
  return apart <= 1 || (apart === 2 && sortLetters(name) === sortLetters(known));
}

function sortLetters(name: string): string {
  return [...name].toSorted().join("");
}

/** A name without underscores, case and the ending of a plural. */
function toPlain(name: string): string {
  return name.toUpperCase().replaceAll("_", "").replace(/IES$/, "Y").replace(/S$/, "");
}
