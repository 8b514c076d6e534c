import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { browserMapsFile } from "./browser-maps.ts";
import { sbomFile } from "./sbom-file.ts";
import {
  contractVersion,
  federationGlobal,
  isSharedModule,
  type SharedModule,
  toPackageOfShared,
} from "./share-scope.ts";

test.each(["react", "react/jsx-runtime", "react-dom/client", "jotai/utils"])(
  "the shell gives %s to every remote",
  (name) => {
    expect(isSharedModule(name)).toBe(true);
  },
);

test.each(["lodash", "react/other", "React", "constructor", "__proto__", ""])(
  "the shell does not give %j to a remote",
  (name) => {
    expect(isSharedModule(name)).toBe(false);
  },
);

test.each<[SharedModule, string]>([
  ["react", "react"],
  ["react/jsx-runtime", "react"],
  ["react-dom/client", "react-dom"],
  ["jotai/utils", "jotai"],
  ["react-router-dom", "react-router-dom"],
])("the shared module %s comes from the npm package %s", (module, name) => {
  expect(toPackageOfShared(module)).toBe(name);
});

test("the contract has the version of its package", () => {
  const folder = join(import.meta.dirname, "../..");
  expect(JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))).toMatchObject({ version: contractVersion });
});

test("entries that are released already find the federation runtime under the name that they were built with", () => {
  expect(federationGlobal).toBe("__SITE_FEDERATION__");
});

test.each([
  [browserMapsFile, "server/browser-maps.json.gz"],
  [sbomFile, "server/sbom.cdx.json"],
])("servers find the file %s of releases that exist already, and browsers do not get it", (file, path) => {
  expect(file).toBe(path);
});
