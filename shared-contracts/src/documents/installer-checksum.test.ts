import { expect, test } from "vitest";
import { findProblem } from "../../testing/find-problem.ts";
import { installerChecksumsSchema } from "./installer-checksum.ts";

const checksum = { file: "client-setup.exe", version: "4.2.0", sha256: "0123456789abcdef".repeat(4) };
const of = (change: object): unknown => ({ checksums: { windows: { ...checksum, ...change } } });

test("a site may publish a checksum for each of its clients, or for none", () => {
  expect(
    findProblem(installerChecksumsSchema, { checksums: { windows: checksum, osx: checksum, android: checksum } }),
  ).toBeUndefined();
  expect(findProblem(installerChecksumsSchema, { checksums: {} })).toBeUndefined();
});

test.each([
  { file: "a" },
  { file: "Client_4.2-setup.EXE" },
  { file: "a".repeat(64) },
  { version: "4" },
  { version: "2024.12.13.123456" },
])("a checksum may have %j", (change) => {
  expect(findProblem(installerChecksumsSchema, of(change))).toBeUndefined();
});

test.each(["", ".exe", "../a.exe", "a b.exe", "-a.exe", "a.exe\n", "a/b.exe", " a.exe", "a".repeat(65)])(
  "a file is never named %j",
  (file) => {
    expect(findProblem(installerChecksumsSchema, of({ file }))).toBe(
      "checksums.windows.file: expected the name of a file, such as client-setup.exe",
    );
  },
);

test.each(["", "v4", "4.", "4.x", ".4", "4..2", "1.2.3.4.5", "1234567", "4.2.0-beta", "4.1234567", "4\n"])(
  "a version is never %j",
  (version) => {
    expect(findProblem(installerChecksumsSchema, of({ version }))).toBe(
      "checksums.windows.version: expected a version, such as 4.2.0",
    );
  },
);

test.each(["", "0", "0".repeat(63), "0".repeat(65), "A".repeat(64), "g".repeat(64), ` ${"0".repeat(64)}`])(
  "a SHA-256 is never %j",
  (sha256) => {
    expect(findProblem(installerChecksumsSchema, of({ sha256 }))).toBe(
      "checksums.windows.sha256: expected 64 hexadecimal digits in lower case",
    );
  },
);

test.each<[string, unknown]>([
  ["checksums", {}],
  ["more", { checksums: {}, more: 1 }],
  ["checksums.ios", { checksums: { ios: checksum } }],
  ["checksums.windows.size", of({ size: 1 })],
])("the checksums are refused with the field %s", (field, input) => {
  expect(findProblem(installerChecksumsSchema, input)).toMatch(new RegExp(`^${field}: `));
});
