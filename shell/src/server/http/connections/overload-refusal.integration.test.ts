import { once } from "node:events";
import { connect } from "node:net";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { createFixtureApp, type FixtureApp } from "../../testing/fixture-app.ts";
import { useFixtureApp } from "../../testing/use-fixture-app.ts";
import { connectionLimits } from "./connections.ts";
import { loadLimits } from "./load-shedder.ts";

const { bench } = useFixtureApp();
let app: FixtureApp;
let port = 0;
/** How many requests are answered until others are refused. */
let answers = 0;
const shedder = {
  admits() {
    answers -= 1;
    return answers >= 0;
  },
};

beforeAll(async () => {
  app = await createFixtureApp(bench(), {
    loadShedder: shedder,
    connectionLimits: { ...connectionLimits, maxWaitingRequests: 100 },
  });
  await app.live.refresh();
  port = Number(new URL(await app.server.listen({ port: 0, host: "127.0.0.1" })).port);
  return () => app.close();
});

/** Sends requests in one piece, so that they arrive in one turn, and reads until the server closes or has said `end`. */
async function send(targets: readonly string[], end: RegExp): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  let text = "";
  const isOver = new Promise<void>((resolve) => {
    socket.on("close", () => resolve());
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString("latin1");
      if (end.test(text)) resolve();
    });
  });
  await once(socket, "connect");
  socket.write(targets.map((target) => `GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`).join(""));
  await isOver;
  return text;
}

const listStatuses = (text: string): string[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status = ""]) => status);

/** Several answers of 503 in one text. */
const refusals = (count: number): RegExp => new RegExp(`(HTTP/1\\.1 503 [^]*very busy[^]*){${count}}`);

test("a request beyond what a turn can answer gets 503 with Retry-After and the headers of every response, and the rest a page", async () => {
  answers = 1;
  const text = await send(["/about-us/", "/about-us/", "/about-us/"], refusals(2));
  expect(listStatuses(text)).toEqual(["200", "503", "503"]);
  const refusal = text.slice(text.lastIndexOf("HTTP/1.1 503"));
  expect(refusal).toMatch(new RegExp(`^retry-after: ${loadLimits.retryAfterSeconds}\\r$`, "m"));
  expect(refusal).toMatch(/^cache-control: no-store\r$/m);
  expect(refusal).toMatch(/^content-security-policy: default-src 'none'/m);
  expect(refusal).toMatch(/^x-content-type-options: nosniff\r$/m);
  expect((await app.metricsServer.inject("/metrics")).body).toMatch(/^request_shed_total [1-9]/m);
});

test("health and readiness are answered meanwhile", async () => {
  answers = 1;
  const text = await send(["/about-us/", "/healthz", "/about-us/", "/readyz"], /"ready":true/);
  expect(listStatuses(text)).toEqual(["200", "200", "503", "200"]);
});

test("a connection with many requests that are refused before it takes their answers is closed, and none stays under way", async () => {
  answers = 0;
  const text = await send(
    Array.from({ length: 50 }, () => "/about-us/"),
    /never/,
  );
  expect(listStatuses(text).length).toBeLessThan(50);
  expect(app.underWay()).toBe(0);
});
