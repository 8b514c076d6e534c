import { Writable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { generateKey } from "@site/contracts/signing/signing-key";
import { createFixtureApp, type FixtureApp } from "../../testing/fixture-app.ts";
import { createFixtureBench, type FixtureBench } from "../../testing/fixture-bench.ts";
import { toServerSource } from "../../testing/fixture-release.ts";

/** A line that an attacker would like to stand in the log by itself. */
const forged = '\r\n{"level":30,"msg":"the operator promoted evil@1"}\r\n\u2028\u001b[2J';

let bench: FixtureBench;
let app: FixtureApp;
let text = "";
const logTo = new Writable({
  write(chunk: Buffer, _encoding, done) {
    text += chunk.toString("utf8");
    done();
  },
});

beforeAll(async () => {
  bench = await createFixtureBench();
  await bench.releaseAll();
  app = await createFixtureApp(bench, { logLevel: "info", logTo });
  app.server.get("/-fails", () => {
    throw new Error(`it failed${forged}`);
  });
  await app.live.refresh();
});
afterAll(async () => {
  await app.close();
  await bench.remove();
});

/** The lines of the log; each has to be one JSON object. */
function readLines(): Record<string, unknown>[] {
  expect(text.endsWith("\n")).toBe(true);
  return text
    .trimEnd()
    .split("\n")
    .map((line): Record<string, unknown> => JSON.parse(line));
}

test("G11 a line about a request that failed names the request and the set that is live, and is one line although the error has line breaks", async () => {
  const state = app.live.state();
  for (const path of ["/-fails?first", "/-fails?second"]) expect((await app.server.inject(path)).statusCode).toBe(500);
  const lines = readLines().filter(({ msg }) => msg === "a request failed");
  expect(lines).toHaveLength(2);
  for (const line of lines)
    expect(line).toMatchObject({
      level: 50,
      reqId: expect.stringMatching(/^[0-9a-f]{12}-[0-9a-z]+$/),
      set: state?.set.id,
      revision: state?.set.revision,
      problem: expect.stringContaining("the operator promoted evil@1"),
    });
  expect(new Set(lines.map(({ reqId }) => reqId)).size).toBe(2);
  expect(readLines().filter(({ msg }) => String(msg).includes("evil"))).toEqual([]);
});

test("G11 a line about a remote that failed names remote and version, and is one line although what it throws has line breaks", async () => {
  const source = toServerSource("content", `throw new Error(${JSON.stringify(`broken${forged}`)});`);
  const { version } = await bench.release("content", { server: source });
  await app.live.refresh().catch(() => undefined);
  const lines = readLines().filter(({ remote }) => remote === "content");
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines)
    expect(line).toMatchObject({ level: 50, remote: "content", version, revision: expect.any(Number) });
  expect(readLines().filter(({ msg }) => String(msg).includes("evil"))).toEqual([]);
});

test("G11 no line has a token but its id, or a private key, which an error repeats", async () => {
  const pem = generateKey().pem.trim();
  const [, keyText = ""] = pem.split("\n");
  app.server.log.error(
    { err: new Error(`cannot be read: "${pem}"`) },
    `refused: site_0123456789ab_${"s3cret".repeat(8)}`,
  );
  expect(readLines().at(-1)).toMatchObject({
    msg: "refused: site_0123456789ab_…",
    err: { message: 'cannot be read: "(a private key)"' },
  });
  for (const hidden of ["s3cret", keyText]) expect(text).not.toContain(hidden);
});

test("a request whose address or header has a line break writes no line of its own", async () => {
  const before = readLines().length;
  await app.server.inject({ url: `/nothing${encodeURIComponent(forged)}`, headers: { "x-site-country": "PH%0d%0aX" } });
  const lines = readLines();
  expect(lines.slice(before).filter((line) => !("reqId" in line) && !("set" in line))).toEqual([]);
  expect(text).not.toContain('\n{"level":30,"msg":"the operator');
});
