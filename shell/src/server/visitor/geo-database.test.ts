import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SiteError } from "@site/contracts/errors";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { toGeoDatabase } from "../testing/fixture-geo-database.ts";
import { openGeoDatabase } from "./geo-database.ts";

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "geo-database-"));
  file = join(folder, "places.mmdb");
  writeFileSync(
    file,
    toGeoDatabase([
      { network: "81.0.0.0/8", country: "US" },
      { network: "99.7.0.0/16", country: "CA", region: "ON" },
    ]),
  );
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

const ignore = (): void => undefined;
const unknown = { country: undefined, region: undefined };

test("B133 an operator's database says where an address is, also when it is written as IPv6", () => {
  const database = openGeoDatabase({ file, onRefused: ignore });
  expect(database.find("81.2.3.4")).toEqual({ country: "US", region: undefined });
  expect(database.find("99.7.255.1")).toEqual({ country: "CA", region: "ON" });
  expect(database.find("::ffff:81.2.3.4")).toEqual({ country: "US", region: undefined });
});

test.each(["99.8.0.1", "127.0.0.1", "2001:db8::1", "", "nobody", "81.2.3", "81.2.3.4.5", "81.2.3.4, 99.7.0.1"])(
  "B155 an unknown or malformed address has no place: %j",
  (address) => {
    expect(openGeoDatabase({ file, onRefused: ignore }).find(address)).toEqual(unknown);
  },
);

test("a file that is missing or of another format is refused with its name at the start", () => {
  expect(() => openGeoDatabase({ file: join(folder, "none.mmdb"), onRefused: ignore })).toThrow(
    /none\.mmdb cannot be used/,
  );
  writeFileSync(file, "country,US");
  expect(() => openGeoDatabase({ file, onRefused: ignore })).toThrow(SiteError);
});

test("a replaced file is read within a second; while it is half-written or missing, the last good one stays in use", () => {
  const refused: string[] = [];
  const database = openGeoDatabase({ file, onRefused: ({ code }) => refused.push(code) });
  const life = new AbortController();
  database.watch(life.signal);
  const replacement = toGeoDatabase([{ network: "81.0.0.0/8", country: "JP" }]);

  writeFileSync(file, replacement.subarray(0, 100));
  vi.advanceTimersByTime(1000);
  expect([database.find("81.2.3.4").country, refused]).toEqual(["US", ["GEO_DATABASE_INVALID"]]);

  rmSync(file);
  vi.advanceTimersByTime(1000);
  expect([database.find("81.2.3.4").country, refused.length]).toEqual(["US", 2]);

  writeFileSync(`${file}.new`, replacement);
  renameSync(`${file}.new`, file);
  vi.advanceTimersByTime(1000);
  expect(database.find("81.2.3.4").country).toBe("JP");

  life.abort();
  writeFileSync(file, toGeoDatabase([{ network: "81.0.0.0/8", country: "AU" }]));
  vi.advanceTimersByTime(5000);
  expect(database.find("81.2.3.4").country).toBe("JP");
});
