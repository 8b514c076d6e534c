import { assertJson, type JsonObject, type JsonValue } from "./strict-json.ts";

/**
 * A document as the plain JSON object that is signed: fields that are undefined are left out.
 * @throws Error when it is no JSON object, or holds what canonical JSON cannot
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
