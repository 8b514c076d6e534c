import { execFileSync } from "node:child_process";
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
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const ignore = (): void => undefined;
const unknown = { country: undefined, region: undefined };

test("B133 an operator's database says where an address is, also when it is written as IPv6", async () => {
  const database = await openGeoDatabase({ file, onRefused: ignore });
  expect(database.find("81.2.3.4")).toEqual({ country: "US", region: undefined });
  expect(database.find("99.7.255.1")).toEqual({ country: "CA", region: "ON" });
  expect(database.find("::ffff:81.2.3.4")).toEqual({ country: "US", region: undefined });
  // An address of its own, whose end looks the same.
  expect(database.find("8::ffff:1.2.3.4")).toEqual(unknown);
});

test.each(["99.8.0.1", "127.0.0.1", "2001:db8::1", "", "not-an-address", "81.2.3", "81.2.3.4.5", "81.2.3.4, 99.7.0.1"])(
  "B155 an unknown or malformed address has no place: %j",
  async (address) => {
    expect((await openGeoDatabase({ file, onRefused: ignore })).find(address)).toEqual(unknown);
  },
);

test("a file that is missing, of another format or a pipe is refused with its name at the start", async () => {
  await expect(openGeoDatabase({ file: join(folder, "none.mmdb"), onRefused: ignore })).rejects.toThrow(
    /none\.mmdb cannot be used/,
  );
  writeFileSync(file, "country,US");
  const refusal: unknown = await openGeoDatabase({ file, onRefused: ignore }).catch((error: unknown) => error);
  if (!(refusal instanceof SiteError)) throw new Error("It was not refused.");
  expect(refusal.message.match(/cannot be used/g)).toHaveLength(1);
  expect(refusal.cause).toBeInstanceOf(Error);
  rmSync(file);
  execFileSync("mkfifo", [file]);
  await expect(openGeoDatabase({ file, onRefused: ignore })).rejects.toThrow(/it is not a file/);
});

test("G9 a replaced file is read; while it is half-written, missing or a pipe, the last good one stays in use", async () => {
  const refused: SiteError[] = [];
  const database = await openGeoDatabase({ file, onRefused: (error) => refused.push(error), lookIntervalMs: 5 });
  const life = new AbortController();
  database.watch(life.signal);
  const replacement = toGeoDatabase([{ network: "81.0.0.0/8", country: "JP" }]);
  const untilRefused = (times: number) => vi.waitFor(() => expect(refused.length).toBe(times));

  // Under another name first, so that no look sees it between two writes.
  const put = (bytes: Uint8Array): void => {
    writeFileSync(`${file}.new`, bytes);
    renameSync(`${file}.new`, file);
  };
  put(replacement.subarray(0, 100));
  await untilRefused(1);
  expect(database.find("81.2.3.4").country).toBe("US");
  expect(refused.map(({ code }) => code)).toEqual(["GEO_DATABASE_INVALID"]);
  expect(refused[0]?.message.match(/cannot be used/g)).toHaveLength(1);

  rmSync(file);
  await untilRefused(2);
  execFileSync("mkfifo", [file]);
  await untilRefused(3);
  expect(database.find("81.2.3.4").country).toBe("US");

  put(replacement);
  await vi.waitFor(() => expect(database.find("81.2.3.4").country).toBe("JP"));
  life.abort();
  put(toGeoDatabase([{ network: "81.0.0.0/8", country: "AU" }]));
  await new Promise((resolve) => setImmediate(resolve));
  expect(database.find("81.2.3.4").country).toBe("JP");
});
