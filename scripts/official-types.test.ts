import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { parseAllDocuments } from "yaml";

const root = join(import.meta.dirname, "..");
const read = (path: string): string => readFileSync(join(root, "deploy", path), "utf8");
const toFolder = (url: string): string => dirname(fileURLToPath(url));

/** The types of Kubernetes' own description of its API, of version 1.30. */
const ofKubernetes = toFolder(import.meta.resolve("kubernetes-types/package.json"));

/** Grafana's types of what it reads. */
const ofGrafana = join(toFolder(import.meta.resolve("@grafana/schema/package.json")), "dist/types/index.d.ts");

/** The file of the types for a group of the API, such as `networking.k8s.io/v1`. */
function toTypesFile(apiVersion: string): string {
  const [group = "", version] = apiVersion.includes("/") ? apiVersion.split("/") : ["core", apiVersion];
  return join(ofKubernetes, group.replace(".k8s.io", ""), `${version}.d.ts`);
}

/** A constant of a type. The compiler takes no field in it that the type does not have. */
const toConstant = (file: string, type: string, value: unknown, index = 0): string =>
  `import type { ${type} as Type${index} } from ${JSON.stringify(file)};\nexport const value${index}: Type${index} = ${JSON.stringify(value, undefined, 2)};\n`;

function toManifests(text: string): string {
  const constants = parseAllDocuments(text).map((document, index) => {
    const manifest: { apiVersion: string; kind: string } = document.toJS();
    return toConstant(toTypesFile(manifest.apiVersion), manifest.kind, manifest, index);
  });
  return constants.join("");
}

const toDashboard = (text: string): string => toConstant(ofGrafana, "Dashboard", JSON.parse(text));

/** @returns what the compiler says of each of the sources */
function compile(sources: readonly string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), "types-"));
  try {
    const files = sources.map((_, index) => `source-${index}.ts`);
    for (const [index, source] of sources.entries()) writeFileSync(join(folder, files[index] ?? ""), source);
    const tsc = join(root, "node_modules/typescript/lib/tsc.js");
    const modules = ["--module", "esnext", "--moduleResolution", "bundler", "--skipLibCheck", "--types", ""];
    const options = ["--noEmit", "--strict", "--ignoreConfig", "--pretty", "false", ...modules];
    const run = spawnSync(process.execPath, [tsc, ...options, ...files], { encoding: "utf8", cwd: folder });
    if (run.error) throw run.error;
    const lines = run.stdout.split("\n").filter((line) => line.includes("error TS"));
    return files.map((file) => lines.filter((line) => line.startsWith(`${file}(`)).join("\n"));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What is changed in a file, and what the compiler then says. */
type Mistake = [name: string, written: string, mistaken: string, message: RegExp];

const mistypedNumber = /'string' is not assignable to type 'number'/;
const inManifests: Mistake[] = [
  ["a mistyped field", "readOnlyRootFilesystem", "readOnlyRootFileSystem", /readOnlyRootFileSystem/],
  ["a field in a wrong place", "  minReadySeconds: 5\n  template:", "  template:\n    minReadySeconds: 5", /minReady/],
  ["a text for a number", "replicas: 3", 'replicas: "3"', mistypedNumber],
  ["a number for a text", 'value: "10"', "value: 10", /'number' is not assignable to type 'string'/],
  ["a kind that is not of its API version", "kind: Deployment", "kind: Deploymend", /Deploymend/],
  ["a missing field", "whenUnsatisfiable: ScheduleAnyway", "", /whenUnsatisfiable/],
];
const inDashboard: Mistake[] = [
  ["a mistyped field", '"refresh"', '"refreshes"', /refreshes/],
  ["a mistyped field of a panel", '"gridPos"', '"gridPosition"', /gridPosition/],
  ["a text for a number", '"h": 8', '"h": "8"', mistypedNumber],
];

test.each([
  ["the manifests are", "Kubernetes", read("kubernetes/site.yaml"), toManifests, inManifests],
  ["the dashboard is", "Grafana", read("grafana/site.json"), toDashboard, inDashboard],
])(
  "%s of the types that %s publishes, and a mistake in them would be found",
  (_are, _whose, text, toSource, mistakes) => {
    const mistaken = mistakes.map(([, written, instead]) => text.replace(written, instead));
    const [found, ...ofMistakes] = compile([text, ...mistaken].map(toSource));
    expect(found).toBe("");
    for (const [index, [name, , , message]] of mistakes.entries()) expect(ofMistakes[index], name).toMatch(message);
  },
);
