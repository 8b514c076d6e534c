import { SiteError } from "@site/contracts/errors";

/** The largest revision of eight digits. */
const maxRevision = 99_999_999;

/** @throws SiteError `CHANNEL_NAME_INVALID` for a name that is invalid in every kind of store */
export function assertChannelName(name: string): void {
  if (!/^[a-z][a-z0-9-]{0,80}$/.test(name))
    throw new SiteError("CHANNEL_NAME_INVALID", { channel: JSON.stringify(name) });
}

/** Whether an entry of a log can have this number. */
export function isRevision(revision: number): boolean {
  return Number.isInteger(revision) && revision >= 1 && revision <= maxRevision;
}

/** The eight digits by which stores name an entry. */
export function toDigits(revision: number): string {
  return String(revision).padStart(8, "0");
}

/** Whether bytes are a whole entry. A prefix of a JSON object's text is never a JSON object, so this detects torn entries. */
export function isJsonObject(bytes: Uint8Array): boolean {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
