/** A value that JSON can hold. */
export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject;
export interface JsonObject {
  [key: string]: JsonValue;
}

/** Bytes of the largest signed document that is read. A file of a release takes about 200 of them. */
export const documentMaxBytes = 1_048_576;

/** Objects in objects. No document of ours has more than eight. */
const maxDepth = 32;

/** Keys that reach an object's prototype when a reader is careless. No document needs them. */
const forbiddenKeys = ["__proto__", "constructor", "prototype"];

/**
 * Parses JSON that can be read in one way only: UTF-8, each key once, whole numbers, and written as `JSON.stringify`
 * writes it with an indent of 0, 1 or 2 and at most one newline at the end. So two readers never see two documents in one file.
 * @throws Error with the problem, to be put into a sentence
 */
export function parseStrictJson(bytes: Uint8Array): JsonValue {
  if (bytes.length === 0) throw new Error("it is empty");
  if (bytes.length > documentMaxBytes) throw new Error(`it has ${bytes.length} bytes, at most ${documentMaxBytes} are read`);
  const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes).replace(/\n$/, "");
  const value: unknown = JSON.parse(text);
  assertJson(value);
  if (![0, 1, 2].some((indent) => JSON.stringify(value, null, indent) === text)) {
    throw new Error("it is not written as JSON.stringify writes it: a key stands twice, or a number, a text or a space has another form");
  }
  return value;
}

/**
 * Asserts that a value is JSON whose canonical form is unambiguous: well-formed texts, whole and safe numbers, plain objects.
 * @throws Error with the path and the problem, to be put into a sentence
 */
export function assertJson(value: unknown): asserts value is JsonValue {
  assertJsonAt(value, "(root)", 0);
}

function assertJsonAt(value: unknown, path: string, depth: number): void {
  if (depth > maxDepth) throw new Error(`${path.slice(0, 80)}: more than ${maxDepth} objects stand in each other`);
  if (value === null || typeof value === "boolean") return;
  if (typeof value === "string") return assertText(value, path);
  if (typeof value === "number") return assertNumber(value, path);
  if (Array.isArray(value)) {
    for (const [index, inner] of value.entries()) assertJsonAt(inner, `${path}.${index}`, depth + 1);
    return;
  }
  if (!isPlainObject(value)) throw new Error(`${path}: ${typeof value} is not JSON`);
  for (const [key, inner] of Object.entries(value)) {
    assertText(key, path);
    if (forbiddenKeys.includes(key)) throw new Error(`${path}: the key ${key} is not allowed`);
    assertJsonAt(inner, `${path}.${key}`, depth + 1);
  }
}

/** A lone surrogate becomes the same bytes as any other one, so one signature would be good for many texts. */
function assertText(text: string, path: string): void {
  if (!text.isWellFormed()) throw new Error(`${path}: a text is not well-formed Unicode`);
}

/** Canonical JSON has whole numbers only. */
function assertNumber(value: number, path: string): void {
  if (!Number.isSafeInteger(value) || Object.is(value, -0)) throw new Error(`${path}: ${value} is not a whole number of at most 2^53 - 1`);
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
