import { expect, test } from "vitest";
import { toInstallerPath } from "./installer-path.ts";

test("B114 the address of a client carries no locale for the site's own language", () => {
  expect(toInstallerPath("osx", "en", "en")).toBe("/download/installer/osx");
  expect(toInstallerPath("osx", "pt-br", "pt-br")).toBe("/download/installer/osx");
});

test("B119 pt-br is shortened to pt, and every other locale is left alone", () => {
  expect(toInstallerPath("windows", "pt-br", "en")).toBe("/download/installer/windows?locale=pt");
  expect(toInstallerPath("windows", "en", "pt-br")).toBe("/download/installer/windows?locale=en");
  expect(toInstallerPath("windows", "fr-ca", "en")).toBe("/download/installer/windows?locale=fr-ca");
});
