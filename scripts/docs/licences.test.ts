import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { exceptions, findException, isAllowed, licencesFile, listLicences, writeLicences } from "./licences.ts";
import { workspaceRoot } from "./markdown-files.ts";

const licensed = listLicences();

test("every installed package has a licence that is allowed, or a written reason", () => {
  const known = licensed.filter(({ licence }) => licence !== undefined);
  expect(known.length).toBeGreaterThan(300);
  const refused = known.filter((one) => !isAllowed(one.licence ?? "") && findException(one) === undefined);
  expect(refused.map(({ name, version, licence }) => `${name} ${version}: ${licence || "no licence"}`)).toEqual([]);
  // What is not installed on this machine belongs to another platform.
  expect(licensed.filter(({ licence, isOptional }) => licence === undefined && !isOptional)).toEqual([]);
});

test("every exception is for a package that is still used", () => {
  const used = new Set(licensed.map(findException));
  expect(Object.keys(exceptions).filter((name) => !used.has(name))).toEqual([]);
});

test("a licence that asks for the sources of the site, or none, is refused in every form", () => {
  for (const licence of [
    "AGPL-3.0",
    "AGPL-3.0-only",
    "GPL-3.0",
    "(MIT AND AGPL-3.0)",
    "SSPL-1.0",
    "UNLICENSED",
    "SEE LICENSE IN LICENSE",
    "",
  ])
    expect([licence, isAllowed(licence)]).toEqual([licence, false]);
  for (const licence of ["MIT", "(MIT OR GPL-3.0)", "(MIT AND Zlib)"])
    expect([licence, isAllowed(licence)]).toEqual([licence, true]);
});

test("docs/licences.md is what is installed", () => {
  const found = readFileSync(join(workspaceRoot, licencesFile), "utf8") === writeLicences(licensed);
  expect(found ? "as installed" : "another: run node scripts/docs/write-licences.ts").toBe("as installed");
});
