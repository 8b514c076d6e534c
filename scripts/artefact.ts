// Makes a folder with the files that a server needs, and with --development also those of a developer's server: shell and contracts without tests and
// tools, and their production dependencies without the bundler. It contains no remote, no remote's source and no key: a server gets releases from its
// store.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { runPnpm } from "./pinned-tools.mjs";

const root = join(import.meta.dirname, "..");

const copied = ["package.json", "pnpm-workspace.yaml", "pnpm-lock.yaml", "shell", "shared-contracts"];

/** Paths that no server in production reads. */
const developing = /^shell\/(development|simulators)(\/|$)/;

/** Paths that no server reads. */
const leftOut =
  /(^|\/)(node_modules|dist|\.build)(\/|$)|^shell\/(e2e|bench|docs)(\/|$)|^shared-contracts\/(template|pack|testing)(\/|$)|\/testing(\/|$)|\.test\.tsx?$/;

/** Prefixes of the folders of dependencies that only builds need. They are installed with the contracts, which remotes are built with. */
const buildTools =
  /^(@rspack|@swc|@typescript|typescript@|@oxc|oxc-parser@|@module-federation|subset-font@|css-loader@)/;

/**
 * @param isDevelopment whether to include the code that shows a remote of another repository during its development
 * @returns the bytes of all files
 */
export function makeArtefact(target: string, { isDevelopment = false } = {}): number {
  if (existsSync(target) && readdirSync(target).length > 0) throw new Error(`${target} is not empty.`);
  mkdirSync(target, { recursive: true });
  for (const name of copied)
    cpSync(join(root, name), join(target, name), {
      recursive: true,
      filter: (source) => {
        const path = relative(root, source);
        return !leftOut.test(path) && (isDevelopment || !developing.test(path));
      },
    });
  const { config } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const checksums = JSON.parse(readFileSync(join(root, "scripts/checksums.json"), "utf8"));
  const words = [
    "install",
    "--prod",
    "--frozen-lockfile",
    "--prefer-offline",
    "--silent",
    "--filter",
    "@site/shell...",
  ];
  const status = runPnpm(words, { version: config.pnpm, cwd: target, checksums });
  if (status !== 0) throw new Error("The dependencies were not installed.");
  const packages = join(target, "node_modules/.pnpm");
  for (const name of readdirSync(packages).filter((one) => buildTools.test(one)))
    rmSync(join(packages, name), { recursive: true });
  return measure(target);
}

/** Links are not followed, because each package is in one folder, to which many links lead. */
function measure(folder: string): number {
  return readdirSync(folder, { withFileTypes: true })
    .map((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? measure(path) : entry.isFile() ? statSync(path).size : 0;
    })
    .reduce((sum, one) => sum + one, 0);
}

if (import.meta.main) {
  const words = process.argv.slice(2);
  const isDevelopment = words.includes("--development");
  const [given] = words.filter((word) => word !== "--development");
  if (given === undefined) {
    console.error("Name a folder: npm run artefact -- /srv/site/server");
    process.exit(2);
  }
  const target = resolve(given);
  const bytes = makeArtefact(target, { isDevelopment });
  const next = isDevelopment
    ? "Teams name it in SITE_SERVER for site-remote dev."
    : "Start it there with Node 24: node shell/cli/serve.ts";
  console.log(`${target} has ${(bytes / 1e6).toFixed(0)} MB. ${next}`);
}
