import { expect, test } from "vitest";
import type { Release } from "../src/releases/release.ts";
import { findContractProblems } from "./find-set-problems.ts";

function make(name: string, contract: string): [string, { release: Release; label: string }] {
  const release: Release = {
    _type: "release",
    schemaVersion: 1,
    name,
    version: "1.0.0-0123456789ab",
    contract,
    serverEntry: "server/entry.cjs",
    exposes: [],
    shared: {},
    files: {},
  };
  return [name, { release, label: name }];
}

/** What is refused of a remote that was built against one contract, beside a shell and on servers of others. */
function find(remote: string, shell: string, serverContract?: string): string[] {
  const releases = new Map([make("shell", shell), make("lobby", remote)]);
  return findContractProblems({ releases, serverContract }).map(({ release, problem }) => `${release}: ${problem}`);
}

test("a team on the contract of one major version is accepted beside a live site of the next one, and refused two versions later", () => {
  expect(find("1.4.0", "1.9.0", "1.9.0")).toEqual([]);
  expect(find("1.4.0", "2.1.0", "2.1.0")).toEqual([]);
  expect(find("1.4.0", "3.0.0", "3.0.0")).toEqual([
    "lobby: it was built against contract 1.4.0; accepted is ^3.0.0 || ^2.0.0.",
  ]);
});

test("a server refuses a shell of a contract that is newer than its own", () => {
  expect(find("1.0.0", "2.0.0")).toEqual(["shell: it was built against contract 2.0.0; accepted is ^1.0.0."]);
});
