import { createHash } from "node:crypto";

/** The hash of bytes as browsers write it in `integrity`: `sha384-` and base64. */
export function toIntegrity(bytes: Uint8Array): string {
  return `sha384-${createHash("sha384").update(bytes).digest("base64")}`;
}
