import { Writable } from "node:stream";
import { expect, onTestFinished, test, vi } from "vitest";
import type { AppOptions } from "../app-options.ts";
import { parseEnvironment } from "../environment.ts";
import { createFixtureApp, type FixtureApp } from "../testing/fixture-app.ts";
import { type CollectedSpan, type Collector, startCollector } from "../testing/fixture-collector.ts";
import { promoteBroken } from "../testing/promote-broken.ts";
import { useFixtureApp } from "../testing/use-fixture-app.ts";
import type { QueueLimits } from "./span-queue.ts";

const { bench } = useFixtureApp();

const limits: QueueLimits = { maxWaiting: 100, maxSent: 20, delayMs: 30, maxDelayMs: 60, closeMs: 2000 };

/** A server that sends its traces to a collector, as these variables say. */
async function trace(
  collector: Pick<Collector, "url">,
  variables: Record<string, string> = {},
  options: Partial<AppOptions> = {},
): Promise<{ app: FixtureApp; log(): string }> {
  let log = "";
  const { traces } = parseEnvironment(
    { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER: "always_on", ...variables },
    "/srv/site",
  );
  const app = await createFixtureApp(bench(), {
    traces,
    traceLimits: limits,
    logLevel: "info",
    logTo: new Writable({
      write(chunk: Buffer, _encoding, done) {
        log += chunk.toString();
        done();
      },
    }),
    ...options,
  });
  onTestFinished(() => app.close());
  return { app, log: () => log };
}

const named = (collector: Collector, name: string): CollectedSpan[] =>
  collector.spans().filter((span) => span.name === name);

async function until(collector: Collector, name: string, count = 1): Promise<CollectedSpan[]> {
  await vi.waitFor(() => expect(named(collector, name).length).toBeGreaterThanOrEqual(count), { timeout: 10_000 });
  expect(collector.problems()).toEqual([]);
  return named(collector, name);
}

test("a promote is a trace of its steps, with the set and the revision, and an island that does not render is an error with its release", async () => {
  const collector = await startCollector();
  const { app } = await trace(collector, { OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=a%20test" });
  await app.live.refresh();
  const [first] = await until(collector, "promote");
  expect(first?.attributes).toMatchObject({ "site.revision": "1" });
  const version = await promoteBroken(bench());
  await app.live.refresh();

  const [, second] = await until(collector, "promote", 2);
  const set = app.live.state()?.set;
  expect(second?.attributes).toMatchObject({
    "site.revision": String(set?.revision),
    "site.revision.before": "1",
    "site.set": set?.id,
  });
  const steps = collector
    .spans()
    .filter(({ traceId, spanId }) => traceId === second?.traceId && spanId !== second.spanId);
  expect(steps.every(({ parentSpanId }) => parentSpanId === second?.spanId)).toBe(true);
  const order = steps.filter(({ name }) => name !== "render").toSorted((a, b) => Number(a.startedAt - b.startedAt));
  expect(order.map(({ name }) => name)).toEqual(["verify", "compose", "flip"]);
  for (const { startedAt, endedAt } of steps) expect(endedAt >= startedAt).toBe(true);
  const failed = steps.find(({ name }) => name === "render");
  expect(failed).toMatchObject({
    attributes: { remote: "content", version, island: "content/about-us", "site.set": set?.id },
    failure: expect.stringContaining("asked to throw"),
    events: [{ name: "exception", attributes: { "exception.message": expect.stringContaining("asked to throw") } }],
  });
  expect(collector.requests()[0]).toMatchObject({
    path: "/v1/traces",
    headers: { "content-type": "application/json" },
  });
  expect(collector.resources()[0]).toMatchObject({
    "service.name": "site",
    "deployment.environment.name": "a test",
    "site.id": "GGPPH",
  });
});

test("a request is a span with its route and status, without the visitor's query or address", async () => {
  const collector = await startCollector();
  const { app } = await trace(collector, { OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20abc" });
  await app.live.refresh();
  await app.server.inject({ url: "/about-us/?email=ada@mail.example", headers: { "x-forwarded-for": "203.0.113.7" } });
  const [span] = await until(collector, "GET /*");
  expect(span).toMatchObject({
    kind: 2,
    parentSpanId: undefined,
    failure: undefined,
    attributes: {
      "http.request.method": "GET",
      "http.route": "/*",
      "url.path": "/about-us/",
      "http.response.status_code": "200",
      "site.revision": String(app.live.state()?.set.revision),
    },
  });
  expect(JSON.stringify(span?.attributes)).not.toMatch(/ada|203\.0\.113/);
  expect(collector.requests()[0]?.headers.authorization).toBe("Bearer abc");
});

test("of requests that are not sampled, those that fail are sent, as errors", async () => {
  const collector = await startCollector();
  const { app } = await trace(collector, { OTEL_TRACES_SAMPLER: "always_off" });
  app.server.get("/api/fault", () => Promise.reject(new TypeError("a fault of the server")));
  await app.live.refresh();
  for (let turn = 0; turn < 20; turn += 1) await app.server.inject("/about-us/");
  await app.server.inject("/nowhere/");
  await app.server.inject("/api/fault");
  const [span] = await until(collector, "GET /api/fault");
  expect(span).toMatchObject({
    attributes: { "http.response.status_code": "500" },
    failure: expect.stringContaining("a fault of the server"),
    events: [{ attributes: { "exception.type": "TypeError" } }],
  });
  expect(collector.spans().filter(({ kind }) => kind === 2)).toHaveLength(1);
});

test("a trace that a trusted proxy began goes on here; what a visitor writes begins none and joins none", async () => {
  const collector = await startCollector();
  const { app } = await trace(
    collector,
    { OTEL_TRACES_SAMPLER: "parentbased_always_off" },
    { trustedProxies: ["10.0.0.1"] },
  );
  await app.live.refresh();
  const [traceId, spanId] = ["4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"];
  const ask = (remoteAddress: string, traceparent: string, path = "/about-us/"): Promise<unknown> =>
    app.server.inject({ url: path, remoteAddress, headers: { traceparent } });
  await ask("203.0.113.7", `00-${traceId}-${spanId}-01`, "/visitor/");
  await ask("10.0.0.1", `00-${traceId}-${spanId}-00`, "/not-sampled/");
  for (const wrong of [
    `00-${"0".repeat(32)}-${spanId}-01`,
    `ff-${traceId}-${spanId}-01`,
    `00-${traceId}-${spanId}-01-x`,
    "x",
  ])
    await ask("10.0.0.1", wrong, "/malformed/");
  await ask("10.0.0.1", `00-${traceId}-${spanId}-01`);
  const requests = await until(collector, "GET /*");
  expect(requests).toMatchObject([{ traceId, parentSpanId: spanId, attributes: { "url.path": "/about-us/" } }]);
});

test("a span has the scheme that a trusted proxy says, and no text that is none", async () => {
  const collector = await startCollector();
  const { app } = await trace(collector, {}, { trustedProxies: ["10.0.0.1"] });
  await app.live.refresh();
  const ask = (path: string, remoteAddress: string, scheme: string): Promise<unknown> =>
    app.server.inject({ url: path, remoteAddress, headers: { "x-forwarded-proto": scheme } });
  await ask("/secure/", "10.0.0.1", "https");
  await ask("/plain/", "10.0.0.1", "http");
  await ask("/visitor/", "203.0.113.7", "https");
  await ask("/text/", "10.0.0.1", "a text of a visitor");
  const spans = await until(collector, "GET /*", 4);
  expect(Object.fromEntries(spans.map(({ attributes: of }) => [of["url.path"], of["url.scheme"]]))).toEqual({
    "/secure/": "https",
    "/plain/": "http",
    "/visitor/": "http",
    "/text/": "http",
  });
});

test("a collector that is away costs no request and bounded memory: it is said once, the rest is dropped and counted, and it goes on when it is back", async () => {
  const first = await startCollector();
  await first.close();
  const { app, log } = await trace(first);
  await app.live.refresh();
  for (let turn = 0; turn < 300; turn += 1) expect((await app.server.inject("/about-us/")).statusCode).toBe(200);
  await vi.waitFor(() => expect(log()).toContain("the collector takes no traces"), { timeout: 10_000 });
  const { body } = await app.metricsServer.inject({ url: "/metrics", headers: { host: "localhost" } });
  expect(Number(/^trace_span_dropped_total (\d+)$/m.exec(body)?.[1])).toBeGreaterThanOrEqual(200);
  const back = await startCollector(first.port);
  await until(back, "GET /*", 50);
  await vi.waitFor(() => expect(log()).toContain("the collector takes traces again"));
  expect(log().match(/the collector takes no traces/g)).toHaveLength(1);
  expect(log()).toContain(`connect ECONNREFUSED 127.0.0.1:${first.port}`);
});

test("spans that a collector refuses are not sent again, those that it asks to send later are", async () => {
  const collector = await startCollector();
  collector.answerWith(503);
  const { app } = await trace(collector);
  await app.live.refresh();
  await vi.waitFor(() => expect(collector.requests().length).toBeGreaterThan(1), { timeout: 10_000 });
  collector.answerWith(200);
  await until(collector, "promote");
  collector.answerWith(400);
  const before = collector.requests().length;
  await app.server.inject("/about-us/");
  await vi.waitFor(() => expect(collector.requests().length).toBe(before + 1));
  collector.answerWith(200);
  await app.server.inject("/contact/");
  const spans = await until(collector, "GET /*");
  expect(spans.map(({ attributes }) => attributes["url.path"])).toEqual(["/contact/"]);
});

test("a server that ends sends what waits", async () => {
  const collector = await startCollector();
  const { app } = await trace(collector, {}, { traceLimits: { ...limits, delayMs: 60_000 } });
  await app.live.refresh();
  await app.server.inject("/about-us/");
  expect(collector.requests()).toEqual([]);
  await app.close();
  expect(collector.spans().map(({ name }) => name)).toEqual(expect.arrayContaining(["promote", "GET /*"]));
});
