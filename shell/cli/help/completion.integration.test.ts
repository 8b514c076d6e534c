import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { codeCache } from "../../src/server/testing/code-cache.ts";
import { createFixtureBench, type FixtureBench } from "../../src/server/testing/fixture-bench.ts";
import { runSiteIn } from "../testing/run-site-fixture.ts";

let bench: FixtureBench;
beforeEach(async () => {
  bench = await createFixtureBench();
  await bench.writeIdentities();
});
afterEach(() => bench.remove());

const complete = async (...words: string[]): Promise<string[]> => {
  const { out } = await runSiteIn(bench.root, ["complete", "--", ...words]);
  return out === "" ? [] : out.split("\n");
};

describe("the completion of a command line", () => {
  test("offers verbs, and not those that are hidden", async () => {
    expect(await complete("st")).toEqual(["status", "store"]);
    expect(await complete("store", "")).toEqual(["collect", "copy", "put", "repair"]);
    const all = await complete("");
    expect(all).toEqual(expect.arrayContaining(["init", "promote", "rollback", "completion"]));
    expect(all).not.toContain("complete");
  });

  test("offers the options of a verb that are not there yet", async () => {
    expect(await complete("rollback", "--")).toEqual(expect.arrayContaining(["--why", "--to", "--dry-run", "--json"]));
    expect(await complete("rollback", "--dry-run", "--d")).toEqual([]);
    expect(await complete("--json", "stat")).toEqual(["status"]);
  });

  test("offers packages, and the versions that are in the store", async () => {
    const { content, compliance } = await bench.releaseAll();
    expect(await complete("promote", "con")).toEqual(["content", `content@${content}`]);
    expect(await complete("promote", `content@${content}`, "compliance@1")).toEqual([`compliance@${compliance}`]);
    expect(await complete("rollback", "co")).toEqual(["content", "compliance"]);
    expect(await complete("rollback", "content", "co")).toEqual([]);
    expect(await complete("publish", "sup")).toEqual(["support-chat"]);
  });

  test("offers revisions and folders where an option wants one, and nothing where it wants a text", async () => {
    await bench.releaseAll();
    expect(await complete("rollback", "--to", "")).toEqual(["1"]);
    expect(await complete("publish", "content", "--from", "")).toEqual([":folders"]);
    expect(await complete("rollback", "--why", "")).toEqual([]);
  });

  test("offers verbs and packages also where there is no store, and creates none", async () => {
    const { out, code } = await runSiteIn(join(bench.root, "missing"), ["complete", "--", "promote", "con"]);
    expect({ code, out }).toEqual({ code: 0, out: "content" });
  });
});

/** A NATS server that takes connections and answers no request, as a cluster without a leader. */
async function startMuteNats(): Promise<{ url: string; connections(): number; close(): void }> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => undefined);
    socket.write(`INFO {"server_id":"mute","version":"2.9.10","proto":1,"headers":true,"max_payload":1048576}\r\n`);
    socket.on("data", (chunk) => void (chunk.includes("PING") && socket.write("PONG\r\n")));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    url: `nats://127.0.0.1:${typeof address === "object" ? address?.port : ""}`,
    connections: () => sockets.length,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

test("a line is completed without a store that answers nothing, which is asked once, and for verbs not at all", async () => {
  const nats = await startMuteNats();
  const completeThere = async (...words: string[]): Promise<string> =>
    (await runSiteIn(bench.root, ["complete", "--", ...words], { STORE: nats.url })).out;
  try {
    expect([await completeThere("stat"), await completeThere("rollback", "--d")]).toEqual(["status", "--dry-run"]);
    expect(nats.connections()).toBe(0);
    expect(await completeThere("promote", "con")).toBe("content");
    expect(nats.connections()).toBe(1);
  } finally {
    nats.close();
  }
}, 30_000);

/** What a shell offers for each line with the cursor at its end. */
function completeInBash(...lines: string[]): string[][] {
  const site = `'${process.execPath}' '${join(import.meta.dirname, "../commands/site.ts")}'`;
  const script = `eval "$(${site} completion bash)"; for line; do COMP_LINE=$line; COMP_POINT=\${#line}; _site_complete; echo "\${COMPREPLY[@]}"; done`;
  const env = { PATH: process.env["PATH"], NODE_COMPILE_CACHE: codeCache, STORE_DIR: bench.root };
  const offered = execFileSync("bash", ["--norc", "-c", script, "bash", ...lines], { env, encoding: "utf8" });
  return offered
    .trimEnd()
    .split("\n")
    .map((words) => words.split(" "));
}

test("bash completes verbs, packages and versions, also after the @ at which it cuts words", async () => {
  const { content } = await bench.releaseAll();
  const [verbs, packages, versions] = completeInBash(
    "site stat",
    "site rollback ",
    `site promote content@${content.slice(0, 3)}`,
  );
  expect(verbs).toEqual(["status"]);
  expect(packages).toContain("support-chat");
  expect(versions).toEqual([content]);
});
