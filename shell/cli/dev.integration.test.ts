import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { nodeOptions } from "@site/contracts/confine/node-options";
import { expect, test } from "vitest";
import { findFreePort } from "../e2e/harness/free-port.ts";
import { codeCache } from "../src/server/testing/code-cache.ts";

/** Starts the development server with variables and words that it cannot start with. @returns what it says when it ends */
async function readEnd(env: Record<string, string>, ...words: string[]): Promise<string> {
  const child = spawn(process.execPath, [...nodeOptions, join(import.meta.dirname, "dev.ts"), ...words], {
    env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: codeCache, ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const [said] = await Promise.all([text(child.stderr), once(child, "exit")]);
  expect(child.exitCode).toBe(1);
  return said;
}

test("a development server that cannot start says the code of what is wrong, and its sentence", async () => {
  expect(await readEnd({ PORT: "99999" })).toBe(
    "ENVIRONMENT_INVALID: The environment is invalid: PORT is a number from 0 to 65535 (it is 99999)\n",
  );
});

test("a development server says of a deployed site that does not answer why that is", async () => {
  const port = await findFreePort();
  expect(await readEnd({ PORT: "0" }, "--against", `http://127.0.0.1:${port}`, "content")).toBe(
    `http://127.0.0.1:${port} does not answer: connect ECONNREFUSED 127.0.0.1:${port}. Is the address right?\n`,
  );
});

test.each(["localhost:4811", "www.site.example", "https://www.site.example/lobby/"])(
  "a development server says of %s that it is no address of a site, and how one is written",
  async (address) => {
    expect(await readEnd({ PORT: "0" }, "--against", address, "content")).toBe(
      `--against ${address} is no address of a site. It is an origin such as https://www.site.example, without a path.\n`,
    );
  },
);

test.each(["--help", "--agianst"])("a development server says of %s how it is started", async (word) => {
  expect(await readEnd({ PORT: "0" }, word)).toBe(
    "npm run dev follows this workspace; npm run dev -- --against https://www.site.example content shows content of this workspace in what is live there. " +
      `It takes --against and --trust-root, and no ${word}.\n`,
  );
});
