import { assertJson, type JsonObject, type JsonValue } from "./strict-json.ts";

/**
 * A document as the plain JSON object that is signed, without undefined fields.
 * @throws Error when it is not a JSON object, or contains a value that canonical JSON lacks
 */
export function toJsonObject(document: object): JsonObject {
  const value: unknown = JSON.parse(JSON.stringify(document));
  assertJson(value);
  if (!isJsonObject(value)) throw new TypeError("the document is not an object");
  return value;
}

function isJsonObject(value: JsonValue): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
