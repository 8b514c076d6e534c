// Builds a copy of a remote's folder, as `site build` builds the remote, and prints its version.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { defineRemote } from "@site/contracts/build";
import { compile } from "@site/contracts/build/compile";
import { parseRelease } from "@site/contracts/releases/release";

const name = "download";
const [root = ""] = process.argv.slice(2);
await compile(defineRemote({ name, root })());
const { version } = parseRelease(JSON.parse(readFileSync(join(root, "dist/release.json"), "utf8")), name);
console.log(`built ${version}`);
