/** The length from which a name may have a mistake. Names of other programs are similar to shorter ones. */
const longName = 8;

/**
 * Finds variables that are set, not known, and similar to a known one that is not set: an operator took one for the other, as `TRUSTED_PROXY` for
 * `TRUSTED_PROXIES`. They are told and not refused: another program may have a variable of that name.
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

/** Whether one character is missing, too many or wrong, or two neighbours are exchanged. */
function isSimilar(name: string, known: string): boolean {
  if (name === known) return true;
  if (known.length < longName) return false;
  const most = Math.min(name.length, known.length);
  let before = 0;
  while (before < most && name[before] === known[before]) before += 1;
  let after = 0;
  while (after < most - before && name.at(-1 - after) === known.at(-1 - after)) after += 1;
  const rest = name.slice(before, name.length - after);
  const wanted = known.slice(before, known.length - after);
  const isExchanged = rest.length === 2 && rest === `${wanted.at(1)}${wanted.at(0)}`;
  return isExchanged || (rest.length <= 1 && wanted.length <= 1);
}

/** A name without underscores, case and the ending of a plural. */
function toPlain(name: string): string {
  return name.toUpperCase().replaceAll("_", "").replace(/IES$/, "Y").replace(/S$/, "");
}
