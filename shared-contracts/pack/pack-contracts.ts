// Writes the package that teams install into `dist`, for `pnpm pack` and `pnpm publish`.
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { dirname, join } from "node:path";
import { compile } from "../build/compile.ts";
import { packedSharedServer, toSharedServerOptions } from "../build/shared-server.ts";
import { readCatalog, toPinned } from "../cli/catalog.ts";
import { isSharedModule } from "../src/releases/share-scope.ts";
import {
  contractsRoot,
  type ContractManifest,
  listEntryFiles,
  readContractManifest,
  toCompiled,
} from "./contract-manifest.ts";
import { emitPackage } from "./emit.ts";
import { writeSettings, writeTemplate } from "./remote-template.ts";

/** Where the package is written. */
const folder = join(contractsRoot, "dist");

/** The site's look for teams to read: its tokens and the classes that every package may use. No build imports them. */
const styles = ["css/README.md", "css/primitives.css", "css/tokens.css"];

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
emitPackage(folder);
for (const file of ["assets.d.ts", "confine/boot-confined.mjs", "CHANGELOG.md", "README.md", ...styles])
  copy(join(contractsRoot, file), file);
copy(join(contractsRoot, "../LICENSE"), "LICENSE");
writeTemplate(join(folder, "template"));
writeSettings(folder);
await writeSharedServer();
writeFileSync(join(folder, "package.json"), `${JSON.stringify(toManifest(readContractManifest()), null, 2)}\n`);

function copy(from: string, to: string): void {
  mkdirSync(dirname(join(folder, to)), { recursive: true });
  cpSync(from, join(folder, to));
}

/** The shared libraries as servers run them: a team's machine renders with those of the shell, not with installed ones. */
async function writeSharedServer(): Promise<void> {
  const options = toSharedServerOptions({
    name: "shell",
    root: join(contractsRoot, "../shell"),
    side: "server",
    mode: "production",
  });
  const path = join(folder, dirname(packedSharedServer));
  await compile([{ ...options, output: { ...options.output, path } }]);
}

function toManifest(source: ContractManifest): object {
  const { name, version, description, dependencies } = source;
  const catalog = readCatalog();
  const used = listImported();
  const shared: string[] = Object.keys(dependencies).filter(isSharedModule);
  return {
    name,
    version,
    description,
    type: "module",
    license: "SEE LICENSE IN LICENSE",
    engines: { node: `>=${toPinned(catalog, "node").split(".")[0]}` },
    bin: { "site-remote": "./cli/site-remote.js" },
    imports: Object.fromEntries(
      Object.entries(source.imports).map(([key, target]) => [
        key,
        mapTarget(target, (file) => toCompiled(file, ".js")),
      ]),
    ),
    exports: {
      ...Object.fromEntries([...listEntryFiles(source)].map(([key, target]) => [key, toExport(target)])),
      "./assets": { types: "./assets.d.ts" },
      "./tsconfig.json": "./tsconfig.json",
      "./oxlintrc.json": "./oxlintrc.json",
      "./package.json": "./package.json",
    },
    dependencies: Object.fromEntries(
      used.filter((one) => !shared.includes(one) && one in dependencies).map((one) => [one, toPinned(catalog, one)]),
    ),
    // The shell provides them at run time: a team may have an older version of the same major version, never a newer one.
    peerDependencies: {
      ...Object.fromEntries(shared.map((one) => [one, toOlder(toPinned(catalog, one))])),
      "@types/react": `^${toPinned(catalog, "@types/react")}`,
      vitest: `^${toPinned(catalog, "vitest")}`,
    },
    peerDependenciesMeta: { vitest: { optional: true } },
  };
}

type Target = string | Record<string, string>;

function mapTarget(target: Target, map: (file: string) => string): Target {
  return typeof target === "string"
    ? map(target)
    : Object.fromEntries(Object.entries(target).map(([condition, file]) => [condition, map(file)]));
}

function toExport(target: Target): Record<string, string> {
  const types = typeof target === "string" ? target : (target["default"] ?? "");
  const files = mapTarget(target, (file) => toCompiled(file, ".js"));
  return { types: toCompiled(types, ".d.ts"), ...(typeof files === "string" ? { default: files } : files) };
}

function toOlder(version: string): string {
  return `>=${version.split(".")[0]}.0.0 <=${version}`;
}

/** The packages that the emitted files import, or load by a name. */
function listImported(): string[] {
  const texts = globSync("**/*.{js,d.ts}", { cwd: folder, exclude: ["template/**"] }).map((file) =>
    readFileSync(join(folder, file), "utf8"),
  );
  const names = texts.flatMap((text) =>
    [...text.matchAll(/(?:from |import |import\(|resolve\()"((?:@[\w.-]+\/)?[\w.-]+)(?:\/[\w./-]+)?"/g)].map(
      ([, name = ""]) => name,
    ),
  );
  return [...new Set(names)].filter((name) => !name.startsWith("node:") && !builtinModules.includes(name)).toSorted();
}
