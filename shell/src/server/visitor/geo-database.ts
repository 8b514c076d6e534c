import { stat } from "node:fs/promises";
import { isIP } from "node:net";
import { type CityResponse, Reader } from "maxmind";
import { readRegularFile } from "@site/contracts/signing/read-regular-file";
import { SiteError, toProblem } from "@site/contracts/errors";
import type { Place } from "./edge-headers.ts";
import { toPlace } from "./edge-headers.ts";

export interface GeoDatabase {
  /** The place of an address by the file; unknown when the file lacks it. */
  find(address: string): Place;
  /** Rereads the file each time it is replaced, until `signal` aborts. */
  watch(signal: AbortSignal): void;
}

export interface GeoDatabaseOptions {
  /** A file in MaxMind's format that the operator mounted: countries, or cities with their regions. */
  file: string;
  /** Called when a new version of the file is refused; the last good one stays. */
  onRefused(error: SiteError): void;
  /** Milliseconds between checks of the file, for tests. A check is one `stat`. */
  lookIntervalMs?: number;
}

/** Maximum bytes of the file: databases of cities have 60 to 130 MB. */
const maxBytes = 512 * 1024 * 1024;

/**
 * Opens a geography database. The file is read in the background, while requests use the last good one.
 * @throws SiteError `GEO_DATABASE_INVALID` when the file is missing or not in the format.
 */
export async function openGeoDatabase({
  file,
  onRefused,
  lookIntervalMs = 1000,
}: GeoDatabaseOptions): Promise<GeoDatabase> {
  let seen = await toStamp(file);
  let reader = await readDatabase(file);
  let isLooking = false;

  /** One check at a time, so that a disk that hangs occupies at most one thread. */
  async function look(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    try {
      const stamp = await toStamp(file);
      if (stamp === seen) return;
      seen = stamp;
      reader = await readDatabase(file);
    } catch (error) {
      onRefused(toRefusal(file, error));
    } finally {
      isLooking = false;
    }
  }

  return {
    find(address) {
      const found = findEntry(reader, address);
      return toPlace(found?.country?.iso_code, found?.subdivisions?.[0]?.iso_code);
    },
    watch(signal) {
      const timer = setInterval(() => void look(), lookIntervalMs);
      timer.unref();
      signal.addEventListener("abort", () => clearInterval(timer));
    },
  };
}

/** The entry of an address; null for a malformed address, one that the file lacks, or a damaged branch of the file. */
function findEntry(reader: Reader<CityResponse>, written: string): CityResponse | null {
  // A dual-stack socket writes IPv4 as IPv6, which a database of IPv4 lacks.
  const address = written.replace(/^::ffff:(?=\d+\.)/i, "");
  // The reader accepts malformed addresses such as `81.2.3`.
  if (isIP(address) === 0) return null;
  try {
    return reader.get(address);
  } catch {
    return null;
  }
}

async function readDatabase(file: string): Promise<Reader<CityResponse>> {
  try {
    return new Reader<CityResponse>((await readRegularFile(file, maxBytes)).bytes);
  } catch (error) {
    throw toRefusal(file, error);
  }
}

function toRefusal(file: string, error: unknown): SiteError {
  if (error instanceof SiteError) return error;
  return new SiteError("GEO_DATABASE_INVALID", { file, problem: toProblem(error) }, { cause: error });
}

/** A text that changes with the file; empty while the file is unreadable. */
function toStamp(file: string): Promise<string> {
  return stat(file).then(
    ({ mtimeMs, size, ino }) => `${mtimeMs}-${size}-${ino}`,
    () => "",
  );
}
