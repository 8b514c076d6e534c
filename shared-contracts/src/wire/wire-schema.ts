/**
 * valibot's words for the few things a page's data consists of, in a tenth of its bytes: the browser checks every payload
 * with it, and valibot would be a twelfth of the whole core. Where no visitor waits for bytes, use valibot.
 */
export interface Shape<T> {
  /** Whether an input has the shape, all the way down. Keys that are not named are not looked at. */
  is(input: unknown): input is T;
}

/** What an input is known to be that has a shape. */
export type InferOutput<S> = S extends Shape<infer T> ? T : never;

type Entries = Record<string, Shape<unknown>>;
type OptionalKeys<E extends Entries> = { [K in keyof E]: undefined extends InferOutput<E[K]> ? K : never }[keyof E];
type Output<E extends Entries> = { [K in Exclude<keyof E, OptionalKeys<E>>]: InferOutput<E[K]> } & {
  [K in OptionalKeys<E>]?: InferOutput<E[K]>;
};
type Flat<T> = { [K in keyof T]: T[K] };

/** Anything a predicate accepts. */
export function custom<T>(accepts: (input: unknown) => boolean): Shape<T> {
  return { is: (input): input is T => accepts(input) };
}

export const string = (): Shape<string> => custom((input) => typeof input === "string");
export const number = (): Shape<number> => custom((input) => typeof input === "number");
export const picklist = <const T>(values: readonly T[]): Shape<T> =>
  custom((input) => values.some((value) => value === input));
export const nullable = <T>(shape: Shape<T>): Shape<T | null> => custom((input) => input === null || shape.is(input));
export const optional = <T>(shape: Shape<T>): Shape<T | undefined> =>
  custom((input) => input === undefined || shape.is(input));
export const array = <T>(shape: Shape<T>): Shape<T[]> =>
  custom((input) => Array.isArray(input) && input.every((one) => shape.is(one)));
export const record = <T>(_key: Shape<string>, shape: Shape<T>): Shape<Record<string, T>> =>
  custom((input) => isRecord(input) && Object.values(input).every((one) => shape.is(one)));
export const object = <const E extends Entries>(entries: E): Shape<Flat<Output<E>>> =>
  custom((input) => isRecord(input) && Object.entries(entries).every(([key, shape]) => shape.is(input[key])));

/** True for what JSON calls an object. */
export function isRecord(input: unknown): input is Record<string, unknown> {
  return typeof input === "object" && input !== null && !Array.isArray(input);
}

/**
 * Returns an input as what its shape says it is.
 * @throws TypeError when it is something else
 */
export function parse<T>(shape: Shape<T>, input: unknown): T {
  if (shape.is(input)) return input;
  throw new TypeError("This is not what it should be.");
}
