// Verifies the two programs that no lockfile covers before they run: pnpm, which installs the workspace, and the Node that runs it, which the package
// `node` fetches by an install script. Plain JavaScript, so that any Node runs it.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Timeout in milliseconds after which npm retries a registry that does not respond: its own default is five minutes. */
const fetchTimeoutMs = 30_000;

/** The platform of this machine as the checksums name it. */
export const thisPlatform = `${process.platform}-${process.arch}${isMusl() ? "-musl" : ""}`;

/**
 * Compares a file with its checksum in `scripts/checksums.json`.
 * @returns {"good" | "unknown"} `unknown`, with a message, when there is no checksum for the version and platform
 * @throws when the checksum differs
 */
export function verifyFile({ file, name, version, platform = thisPlatform, checksums }) {
  const wanted = checksums[name]?.[version]?.[platform];
  if (wanted === undefined) {
    console.error(
      `There is no checksum of ${name} ${version} for ${platform} in scripts/checksums.json: it runs as the registry gave it.`,
    );
    return "unknown";
  }
  const [algorithm = ""] = wanted.split("-", 1);
  const found = `${algorithm}-${createHash(algorithm).update(readFileSync(file)).digest("base64")}`;
  if (found !== wanted)
    throw new Error(
      `${name} ${version} for ${platform} is not the one of scripts/checksums.json, and was not run: its checksum is ${found}, not ${wanted}.`,
    );
  return "good";
}

/**
 * Runs pnpm from a package that was verified by its checksum. Without a checksum for this platform, npm fetches pnpm, with a message.
 * @returns {number} the exit code
 */
export function runPnpm(words, { version, cwd, checksums }) {
  if (checksums.pnpm?.[version]?.[thisPlatform] === undefined) {
    console.error(
      `There is no checksum of pnpm ${version} for ${thisPlatform} in scripts/checksums.json: it runs as the registry gave it.`,
    );
    return run("npx", ["--yes", `pnpm@${version}`, ...words], cwd);
  }
  const folder = mkdtempSync(join(tmpdir(), "site-pnpm-"));
  try {
    const name = `@pnpm/exe.${thisPlatform}`;
    // The cached package is used without asking the registry, because its checksum is verified: a registry that does not respond would delay a start
    // for minutes. A cached list of versions from before this one is requested again.
    if (
      !fetchPacked(`${name}@${version}`, folder, ["--prefer-offline"]) &&
      !fetchPacked(`${name}@${version}`, folder, [])
    )
      throw new Error(`${name}@${version} could not be fetched from the registry.`);
    const file = join(folder, `pnpm-exe.${thisPlatform}-${version}.tgz`);
    verifyFile({ file, name: "pnpm", version, checksums });
    if (run("tar", ["-xzf", file, "-C", folder], folder) !== 0) throw new Error(`${file} could not be unpacked.`);
    return run(join(folder, "package/pnpm"), words, cwd);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function fetchPacked(spec, folder, options) {
  const words = [
    "pack",
    spec,
    "--silent",
    `--fetch-timeout=${fetchTimeoutMs}`,
    "--pack-destination",
    folder,
    ...options,
  ];
  return spawnSync("npm", words, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] }).status === 0;
}

function run(command, words, cwd) {
  return spawnSync(command, words, { cwd, stdio: "inherit" }).status ?? 1;
}

/** Whether Node was built for musl, as on Alpine: its binaries differ. */
function isMusl() {
  return process.platform === "linux" && process.report.getReport().header.glibcVersionRuntime === undefined;
}
