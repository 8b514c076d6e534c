import { describe, expect, test } from "vitest";
import { findProblem } from "../../testing/find-problem.ts";
import { type Provenance, provenanceSchema } from "./provenance.ts";

const source = {
  name: "git+https://example.org/site",
  digest: { gitCommit: "0123456789abcdef".repeat(2) + "01234567" },
};
const provenance: Provenance = {
  predicateType: "https://slsa.dev/provenance/v1",
  buildDefinition: {
    buildType: "https://example.org/build/v1",
    externalParameters: { package: "download" },
    resolvedDependencies: [source, { name: "pnpm-lock.yaml", digest: { sha512: "0f".repeat(64) } }],
  },
  runDetails: { builder: { id: "urn:site:builder:ci", version: { node: "24.21.0", rspack: "2.0.0" } } },
};
const { buildDefinition, runDetails } = provenance;

const withSource = (change: object): unknown => ({
  ...provenance,
  buildDefinition: { ...buildDefinition, resolvedDependencies: [{ ...source, ...change }] },
});
const withBuilder = (change: object): unknown => ({
  ...provenance,
  runDetails: { builder: { ...runDetails.builder, ...change } },
});

describe("the provenance of a release", () => {
  test("is read as it was written", () => {
    expect(findProblem(provenanceSchema, provenance)).toBeUndefined();
  });

  test("may be of sources outside of a repository, or of files that no commit has", () => {
    const noSources = { ...provenance, buildDefinition: { ...buildDefinition, resolvedDependencies: [] } };
    expect(findProblem(provenanceSchema, noSources)).toBeUndefined();
    expect(findProblem(provenanceSchema, withSource({ annotations: { uncommitted: true } }))).toBeUndefined();
  });

  test.each(["urn:site:builder:ci", "https://ci.example.org/runner#1", "x:y", "git+ssh.v-2://host/a"])(
    "names the builder %j",
    (id) => {
      expect(findProblem(provenanceSchema, withBuilder({ id }))).toBeUndefined();
    },
  );

  test.each([
    "",
    "ci",
    ":ci",
    "urn:",
    "1urn:ci",
    "URN:ci",
    "urn: ci",
    "urn:a b",
    "urn:ci\n",
    " urn:ci",
    `urn:${"x".repeat(500)}`,
  ])("never names the builder %j", (id) => {
    expect(findProblem(provenanceSchema, withBuilder({ id }))).toMatch(/^runDetails\.builder\.id: /);
  });

  test("says what a builder's name has to be", () => {
    expect(findProblem(provenanceSchema, withBuilder({ id: "ci" }))).toBe("runDetails.builder.id: expected a URI");
  });

  test.each(["0".repeat(40), "f".repeat(128), "9a".repeat(32)])("names the digest %j", (digest) => {
    expect(findProblem(provenanceSchema, withSource({ digest: { sha: digest } }))).toBeUndefined();
  });

  test.each(["", "0", "0".repeat(39), "0".repeat(129), "F".repeat(40), `g${"0".repeat(40)}`, `${"0".repeat(40)} `])(
    "never names the digest %j",
    (digest) => {
      expect(findProblem(provenanceSchema, withSource({ digest: { sha: digest } }))).toBe(
        "buildDefinition.resolvedDependencies.0.digest.sha: expected hexadecimal digits",
      );
    },
  );

  test.each<[string, unknown]>([
    ["predicateType", { ...provenance, predicateType: "" }],
    ["predicateType", { ...provenance, predicateType: "https://slsa.dev/provenance/v2" }],
    ["buildDefinition", { ...provenance, buildDefinition: undefined }],
    ["runDetails", { ...provenance, runDetails: undefined }],
    ["startedOn", { ...provenance, startedOn: "2026-01-01" }],
    ["buildDefinition.buildType", { ...provenance, buildDefinition: { ...buildDefinition, buildType: "" } }],
    ["buildDefinition.path", { ...provenance, buildDefinition: { ...buildDefinition, path: "/home" } }],
    [
      "buildDefinition.externalParameters.package",
      { ...provenance, buildDefinition: { ...buildDefinition, externalParameters: {} } },
    ],
    [
      "buildDefinition.externalParameters.run",
      { ...provenance, buildDefinition: { ...buildDefinition, externalParameters: { package: "download", run: "7" } } },
    ],
    [
      "buildDefinition.resolvedDependencies",
      {
        ...provenance,
        buildDefinition: { ...buildDefinition, resolvedDependencies: Array.from({ length: 9 }, () => source) },
      },
    ],
    ["buildDefinition.resolvedDependencies.0.name", withSource({ name: "x".repeat(201) })],
    ["buildDefinition.resolvedDependencies.0.uri", withSource({ uri: "x" })],
    ["buildDefinition.resolvedDependencies.0.annotations.uncommitted", withSource({ annotations: {} })],
    [
      "buildDefinition.resolvedDependencies.0.annotations.uncommitted",
      withSource({ annotations: { uncommitted: false } }),
    ],
    [
      "buildDefinition.resolvedDependencies.0.annotations.by",
      withSource({ annotations: { uncommitted: true, by: "me" } }),
    ],
    [
      "buildDefinition.resolvedDependencies.0.digest",
      withSource({ digest: Object.fromEntries(["a", "b", "c", "d", "e"].map((kind) => [kind, "0".repeat(40)])) }),
    ],
    ["runDetails.metadata", { ...provenance, runDetails: { ...runDetails, metadata: {} } }],
    ["runDetails.builder", { ...provenance, runDetails: {} }],
    ["runDetails.builder.version", withBuilder({ version: undefined })],
    ["runDetails.builder.version.node", withBuilder({ version: { node: "" } })],
    ["runDetails.builder.host", withBuilder({ host: "ci-7" })],
  ])("is refused with the field %s (case %#)", (field, input) => {
    expect(findProblem(provenanceSchema, input)).toMatch(new RegExp(`^${field}: `));
  });
});
