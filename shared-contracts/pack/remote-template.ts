import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { pinVersions } from "../cli/catalog.ts";
import { contractsRoot } from "./contract-manifest.ts";

/** Writes the files that `site-remote new` copies: the template, with the versions that the contract is built against. */
export function writeTemplate(folder: string): void {
  cpSync(join(contractsRoot, "template"), folder, { recursive: true });
  const manifest = join(folder, "manifest.json");
  writeFileSync(manifest, pinVersions(readFileSync(manifest, "utf8")));
}

const lintSchema = v.looseObject({
  plugins: v.array(v.string()),
  categories: v.record(v.string(), v.string()),
  rules: v.record(v.string(), v.unknown()),
  overrides: v.array(
    v.object({
      files: v.array(v.string()),
      excludeFiles: v.optional(v.array(v.string())),
      rules: v.record(v.string(), v.unknown()),
    }),
  ),
});

/** Writes the compiler's and the linter's settings for a remote: those of this workspace without its own rules. */
export function writeSettings(folder: string): void {
  const workspace = join(contractsRoot, "..");
  const compiler = v.parse(
    v.object({ compilerOptions: v.record(v.string(), v.unknown()) }),
    JSON.parse(readFileSync(join(workspace, "tsconfig.json"), "utf8")),
  );
  writeJson(join(folder, "tsconfig.json"), {
    compilerOptions: { ...compiler.compilerOptions, types: ["node", "@site/contracts/assets"] },
  });
  const { plugins, categories, rules, overrides } = v.parse(
    lintSchema,
    JSON.parse(readFileSync(join(workspace, ".oxlintrc.json"), "utf8")),
  );
  const find = (file: string): Record<string, unknown> => ({
    ...overrides.find(({ files }) => files.includes(file))?.rules,
  });
  const tests = ["**/*.test.ts", "**/*.test.tsx"];
  writeJson(join(folder, "oxlintrc.json"), {
    plugins,
    categories,
    rules: {
      ...Object.fromEntries(Object.entries(rules).filter(([name]) => !name.startsWith("site/"))),
      ...find("remote-*/**"),
    },
    overrides: [
      { files: ["**/*.config.ts"], rules: find("**/*.config.ts") },
      { files: tests, rules: find("remote-*/testing/**") },
      {
        files: ["src/**"],
        excludeFiles: ["**/*.browser.ts", "**/*.browser.tsx", ...tests],
        rules: find("remote-*/src/**"),
      },
    ],
  });
}

function writeJson(file: string, value: object): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}
