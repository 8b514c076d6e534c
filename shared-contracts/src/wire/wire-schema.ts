/**
 * The few schemas that a page's data consists of, named as in valibot, in a tenth of its bytes: the browser checks every
 * payload with them, and valibot would be a twelfth of the core. Outside of the core, use valibot.
 */
export interface Shape<T> {
  /** Whether an input has the shape, at every depth. Keys that are not named are not checked. */
  is(input: unknown): input is T;
  /** The path of the first place that is wrong: `.slots.0.html`, `""` for the input itself. Undefined when all is right. */
  findWrong(input: unknown): string | undefined;
}

/** The type of an input that has a shape. */
export type InferOutput<S> = S extends Shape<infer T> ? T : never;

type Entries = Record<string, Shape<unknown>>;
type OptionalKeys<E extends Entries> = { [K in keyof E]: undefined extends InferOutput<E[K]> ? K : never }[keyof E];
type Output<E extends Entries> = { [K in Exclude<keyof E, OptionalKeys<E>>]: InferOutput<E[K]> } & {
  [K in OptionalKeys<E>]?: InferOutput<E[K]>;
};
type Flat<T> = { [K in keyof T]: T[K] };

function toShape<T>(findWrong: (input: unknown) => string | undefined): Shape<T> {
  return { findWrong, is: (input): input is T => findWrong(input) === undefined };
}

/** Anything a predicate accepts. */
export function custom<T>(accepts: (input: unknown) => boolean): Shape<T> {
  return toShape((input) => (accepts(input) ? undefined : ""));
}

/** The path of the first wrong value under these keys. */
function findWrongIn<K extends string | number>(
  keys: Iterable<K>,
  findWrong: (key: K) => string | undefined,
): string | undefined {
  for (const key of keys) {
    const path = findWrong(key);
    if (path !== undefined) return `.${key}${path}`;
  }
  return undefined;
}

/** Any text. */
export const string = (): Shape<string> => custom((input) => typeof input === "string");
/** Any number. */
export const number = (): Shape<number> => custom((input) => typeof input === "number");
/** One of these values. */
export const picklist = <const T>(values: readonly T[]): Shape<T> =>
  custom((input) => values.some((value) => value === input));
/** `null`, or what the shape accepts. */
export const nullable = <T>(shape: Shape<T>): Shape<T | null> =>
  toShape((input) => (input === null ? undefined : shape.findWrong(input)));
/** Absent or undefined, or what the shape accepts. */
export const optional = <T>(shape: Shape<T>): Shape<T | undefined> =>
  toShape((input) => (input === undefined ? undefined : shape.findWrong(input)));
/** A list in which every value has the shape. */
export const array = <T>(shape: Shape<T>): Shape<T[]> =>
  toShape((input) =>
    Array.isArray(input) ? findWrongIn(Object.keys(input), (key) => shape.findWrong(Reflect.get(input, key))) : "",
  );
/** An object in which every value has the shape. Keys are not checked. */
export const record = <T>(_key: Shape<string>, shape: Shape<T>): Shape<Record<string, T>> =>
  toShape((input) => (isRecord(input) ? findWrongIn(Object.keys(input), (key) => shape.findWrong(input[key])) : ""));
/** An object with these keys. It may have others. */
export const object = <const E extends Entries>(entries: E): Shape<Flat<Output<E>>> =>
  toShape((input) =>
    isRecord(input) ? findWrongIn(Object.keys(entries), (key) => entries[key]?.findWrong(input[key])) : "",
  );

/** True for what JSON calls an object. */
export function isRecord(input: unknown): input is Record<string, unknown> {
  return typeof input === "object" && input !== null && !Array.isArray(input);
}

/**
 * Returns an input as what its shape says it is.
 * @throws TypeError with the path of the first place that is something else
 */
export function parse<T>(shape: Shape<T>, input: unknown): T {
  if (shape.is(input)) return input;
  throw new TypeError(`data${shape.findWrong(input)} is not as expected`);
}
