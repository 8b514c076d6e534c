import { readFileSync, statSync } from "node:fs";
import { isIP } from "node:net";
import { type CityResponse, Reader } from "maxmind";
import { SiteError, toProblem } from "@site/contracts/errors";
import type { Place } from "./edge-headers.ts";
import { toPlace } from "./edge-headers.ts";

export interface GeoDatabase {
  /** Where an address is, as far as the file knows. */
  find(address: string): Place;
  /** Reads the file again each time it is replaced, until `signal` aborts. */
  watch(signal: AbortSignal): void;
}

export interface GeoDatabaseOptions {
  /** A file in MaxMind's format that the operator mounted: countries, or cities with their regions. */
  file: string;
  /** Told when a new version of the file is refused; the last good one stays. */
  onRefused(error: SiteError): void;
}

/** Milliseconds between looks at the file. A look is one `stat`. */
const lookInterval = 1000;

/**
 * Opens a geography database.
 * @throws SiteError `GEO_DATABASE_INVALID` when the file is not there or not in the format.
 */
export function openGeoDatabase({ file, onRefused }: GeoDatabaseOptions): GeoDatabase {
  let seen = toStamp(file);
  let reader = readDatabase(file);

  function look(): void {
    const stamp = toStamp(file);
    if (stamp === seen) return;
    seen = stamp;
    try {
      reader = readDatabase(file);
    } catch (error) {
      if (error instanceof SiteError) onRefused(error);
      else throw error;
    }
  }

  return {
    find(address) {
      const found = findEntry(reader, address);
      return toPlace(found?.country?.iso_code, found?.subdivisions?.[0]?.iso_code);
    },
    watch(signal) {
      const timer = setInterval(look, lookInterval);
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

function readDatabase(file: string): Reader<CityResponse> {
  try {
    return new Reader<CityResponse>(readFileSync(file));
  } catch (error) {
    throw new SiteError("GEO_DATABASE_INVALID", { file, problem: toProblem(error) }, { cause: error });
  }
}

function toStamp(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats ? `${stats.mtimeMs}-${stats.size}-${stats.ino}` : "";
}
