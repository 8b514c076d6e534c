/** A value that JSON can hold. */
export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject;
export interface JsonObject {
  [key: string]: JsonValue;
}

/** Maximum bytes of a signed document. A file of a release takes about 200 of them. */
export const documentMaxBytes = 1_048_576;

/** Maximum nesting of objects. No document of ours has more than eight levels. */
const maxDepth = 32;

/** Keys with which an unsafe parser would change an object's prototype. No document needs them. */
const forbiddenKeys = ["__proto__", "constructor", "prototype"];

/**
 * Parses JSON that has a single interpretation: UTF-8, each key once, whole numbers, and the format of `JSON.stringify` with an indent of 0, 1 or 2
 * and at most one newline at the end. So all parsers read the same document.
 * @throws Error with the problem, for use in a sentence
 */
export function parseStrictJson(bytes: Uint8Array): JsonValue {
  if (bytes.length === 0) throw new Error("it is empty");
  if (bytes.length > documentMaxBytes)
    throw new Error(`it has ${bytes.length} bytes, at most ${documentMaxBytes} are read`);
  const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes).replace(/\n$/, "");
  const value: unknown = JSON.parse(text);
  assertJson(value);
  if (![0, 1, 2].some((indent) => JSON.stringify(value, null, indent) === text)) {
    throw new Error(
      "it is not written as JSON.stringify writes it: a key stands twice, or a number, a text or a space has another form",
    );
  }
  return value;
}

/**
 * Asserts that a value is JSON with an unambiguous canonical form: well-formed texts, safe whole numbers, plain objects.
 * @throws Error with the path and the problem, for use in a sentence
 */
export function assertJson(value: unknown): asserts value is JsonValue {
  assertJsonAt(value, []);
}

/** `path` is one array that changes during the walk, and is joined only for a problem, because a document has hundreds of values. */
function assertJsonAt(value: unknown, path: (string | number)[]): void {
  if (path.length > maxDepth) throw new Error(`${toPath(path)}: more than ${maxDepth} objects stand in each other`);
  if (value === null || typeof value === "boolean") return;
  if (typeof value === "string") return assertText(value, path);
  if (typeof value === "number") return assertNumber(value, path);
  if (!Array.isArray(value) && !isPlainObject(value)) throw new Error(`${toPath(path)}: ${typeof value} is not JSON`);
  for (const [key, inner] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    if (typeof key === "string") assertKey(key, path);
    path.push(key);
    assertJsonAt(inner, path);
    path.pop();
  }
}

function assertKey(key: string, path: readonly (string | number)[]): void {
  assertText(key, path);
  if (forbiddenKeys.includes(key)) throw new Error(`${toPath(path)}: the key ${key} is not allowed`);
}

/** Refuses lone surrogates: UTF-8 encodes each as the same three bytes (U+FFFD), so one signature would fit several texts. */
function assertText(text: string, path: readonly (string | number)[]): void {
  if (!text.isWellFormed()) throw new Error(`${toPath(path)}: a text is not well-formed Unicode`);
}

/** Canonical JSON has whole numbers only. */
function assertNumber(value: number, path: readonly (string | number)[]): void {
  if (!Number.isSafeInteger(value) || Object.is(value, -0))
    throw new Error(`${toPath(path)}: ${value} is not a whole number of at most 2^53 - 1`);
}

/** The end of a path, shortened: a whole path may have a megabyte. */
function toPath(path: readonly (string | number)[]): string {
  return path.length === 0 ? "(root)" : path.join(".").slice(-80);
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
