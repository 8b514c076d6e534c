// Builds a copy of a remote's folder, as `site build` builds the remote, and prints its version.
import { buildPackage } from "@site/contracts/build/build-package";
import { defineRemote } from "@site/contracts/build";

const [root = ""] = process.argv.slice(2);
const { version } = await buildPackage(defineRemote({ name: "download", root }));
console.log(`built ${version}`);
