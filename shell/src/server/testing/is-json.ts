import { assertJson, type JsonValue } from "@site/contracts/signing/strict-json";

/** Whether a value can be signed: Unicode that is well-formed, and no key that stands for a prototype. */
export function isJson(value: unknown): value is JsonValue {
  try {
    assertJson(value);
    return true;
  } catch {
    return false;
  }
}
