import { readLanguage } from "./surroundings.ts";

/** Methods of built-in objects that format or compare in a language, with the place of the language among their arguments. */
const methods: readonly [owner: object, name: string, place: number][] = [
  [BigInt.prototype, "toLocaleString", 0],
  [Date.prototype, "toLocaleDateString", 0],
  [Date.prototype, "toLocaleString", 0],
  [Date.prototype, "toLocaleTimeString", 0],
  [Number.prototype, "toLocaleString", 0],
  [String.prototype, "localeCompare", 1],
  [String.prototype, "toLocaleLowerCase", 0],
  [String.prototype, "toLocaleUpperCase", 0],
];

/** Finds the languages of a list that the engine supports. */
type FindSupported = (languages: unknown) => readonly unknown[];

/**
 * Makes `Intl` and all formatting methods use the language of the surroundings where code names none that the engine supports. The engine itself reads its
 * language only when the process starts. Call it before the process is hardened.
 */
export function followLanguage(): void {
  for (const name of Object.getOwnPropertyNames(Intl)) {
    const formatter: unknown = Reflect.get(Intl, name);
    const find = typeof formatter === "function" ? toFindSupported(formatter) : undefined;
    if (typeof formatter !== "function" || !find) continue;
    const following = follow(formatter, 0, find);
    replace(Intl, name, following);
    replace(formatter.prototype, "constructor", following);
  }
  for (const [owner, name, place] of methods) {
    const method: unknown = Reflect.get(owner, name);
    if (typeof method === "function")
      replace(
        owner,
        name,
        follow(method, place, (languages) => Reflect.apply(Intl.getCanonicalLocales, Intl, [languages])),
      );
  }
}

function toFindSupported(formatter: object): FindSupported | undefined {
  const find: unknown = Reflect.get(formatter, "supportedLocalesOf");
  if (typeof find !== "function") return undefined;
  return (languages) => Reflect.apply(find, formatter, [languages]);
}

/** Wraps a function so that it gets the language of the surroundings where it would use that of the process. */
function follow(target: Function, place: number, find: FindSupported): Function {
  const toArguments = (given: readonly unknown[]): unknown[] => {
    const language = readLanguage();
    return language === undefined || find(given[place]).length > 0
      ? [...given]
      : [...Array.from({ length: place }, (_, index) => given[index]), language, ...given.slice(place + 1)];
  };
  return new Proxy(target, {
    apply: (called, self, given): unknown => Reflect.apply(called, self, toArguments(given)),
    construct: (called, given, made) => Reflect.construct(called, toArguments(given), made),
  });
}

function replace(owner: object, name: string, value: unknown): void {
  Object.defineProperty(owner, name, { ...Object.getOwnPropertyDescriptor(owner, name), value });
}
