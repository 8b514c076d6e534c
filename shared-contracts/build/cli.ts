import { basename, join } from "node:path";
import { toProblem } from "../src/errors/errors.ts";
import { buildPackage } from "./build-package.ts";
import type { PackageBuild } from "./package-build.ts";

/** `build`: builds and packs the package whose folder it is called in. */
const root = process.cwd();
try {
  const { default: build }: { default: PackageBuild } = await import(join(root, "rspack.config.ts"));
  const started = performance.now();
  const release = await buildPackage(build);
  const scripts = Object.entries(release.files).filter(([file]) => file.endsWith(".js.br"));
  const bytes = scripts.reduce((sum, [, { size }]) => sum + size, 0);
  console.log(
    `${release.name}@${release.version}  ${release.exposes.length} exposes, ${(bytes / 1024).toFixed(1)} KB of scripts (br), ` +
      `${Math.round(performance.now() - started)} ms`,
  );
} catch (error) {
  console.error(`${basename(root)} does not build:\n${toProblem(error)}`);
  process.exitCode = 1;
}
