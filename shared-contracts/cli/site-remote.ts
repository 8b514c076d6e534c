#!/usr/bin/env node
// The command of the packed contract. Its code needs Node 24, so it is loaded after a check of the version.
import process from "node:process";

const [major = 0] = process.versions.node.split(".").map(Number);
if (major < 24) {
  console.error(`site-remote needs Node 24 or newer; this is ${process.versions.node}.`);
  process.exitCode = 1;
} else {
  const { runSiteRemote } = await import("./run-site-remote.ts");
  process.exitCode = await runSiteRemote(process.argv.slice(2), process);
}
