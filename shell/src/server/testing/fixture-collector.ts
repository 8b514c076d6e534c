import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import * as v from "valibot";
import { onTestFinished } from "vitest";

const attributesSchema = v.array(
  v.strictObject({
    key: v.string(),
    value: v.union([
      v.strictObject({ stringValue: v.string() }),
      v.strictObject({ boolValue: v.boolean() }),
      v.strictObject({ intValue: v.pipe(v.string(), v.regex(/^-?\d+$/)) }),
      v.strictObject({ doubleValue: v.number() }),
    ]),
  }),
);
const nanoseconds = v.pipe(v.string(), v.regex(/^\d{19}$/));
const spanSchema = v.strictObject({
  traceId: v.pipe(v.string(), v.regex(/^(?!0{32})[0-9a-f]{32}$/)),
  spanId: v.pipe(v.string(), v.regex(/^(?!0{16})[0-9a-f]{16}$/)),
  parentSpanId: v.optional(v.pipe(v.string(), v.regex(/^(?!0{16})[0-9a-f]{16}$/))),
  name: v.pipe(v.string(), v.nonEmpty()),
  kind: v.picklist([1, 2, 3, 4, 5]),
  startTimeUnixNano: nanoseconds,
  endTimeUnixNano: nanoseconds,
  attributes: attributesSchema,
  status: v.optional(v.strictObject({ code: v.picklist([1, 2]), message: v.optional(v.string()) })),
  events: v.optional(
    v.array(v.strictObject({ name: v.string(), timeUnixNano: nanoseconds, attributes: attributesSchema })),
  ),
});
/** What OTLP's JSON may be (opentelemetry-proto, trace_service.proto), of what this server writes. */
const requestSchema = v.strictObject({
  resourceSpans: v.array(
    v.strictObject({
      resource: v.strictObject({ attributes: attributesSchema }),
      scopeSpans: v.array(v.strictObject({ scope: v.strictObject({ name: v.string() }), spans: v.array(spanSchema) })),
    }),
  ),
});

/** A span that came, with its attributes as an object, all of them texts. */
export interface CollectedSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  kind: number;
  startedAt: bigint;
  endedAt: bigint;
  attributes: Record<string, string>;
  failure: string | undefined;
  events: { name: string; attributes: Record<string, string> }[];
}

export interface Collector {
  /** Such as `http://127.0.0.1:40123`. */
  url: string;
  port: number;
  spans(): CollectedSpan[];
  resources(): Record<string, string>[];
  requests(): { path: string | undefined; headers: IncomingHttpHeaders }[];
  /** What was wrong with requests. */
  problems(): string[];
  /** Answers with another status from now on. */
  answerWith(status: number): void;
  close(): Promise<void>;
}

/** A collector on loopback that parses what arrives. It ends with the test. */
export async function startCollector(port = 0): Promise<Collector> {
  const requests: { path: string | undefined; headers: IncomingHttpHeaders }[] = [];
  const bodies: v.InferOutput<typeof requestSchema>[] = [];
  const problems: string[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    request.on("end", () => {
      requests.push({ path: request.url, headers: request.headers });
      if (status === 200) {
        const parsed = v.safeParse(requestSchema, JSON.parse(text));
        if (parsed.success) bodies.push(parsed.output);
        else problems.push(JSON.stringify(v.flatten(parsed.issues)));
      }
      response.writeHead(status, { "content-type": "application/json" }).end("{}");
    });
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const own = typeof address === "object" && address ? address.port : 0;
  const close = async (): Promise<void> => {
    if (!server.listening) return;
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  };
  onTestFinished(close);
  return {
    url: `http://127.0.0.1:${own}`,
    port: own,
    requests: () => requests,
    problems: () => problems,
    resources: () =>
      bodies.flatMap(({ resourceSpans }) => resourceSpans.map(({ resource }) => toObject(resource.attributes))),
    spans: () =>
      bodies
        .flatMap(({ resourceSpans }) => resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans)
        .map(
          ({ startTimeUnixNano, endTimeUnixNano, attributes, status: ended, events = [], parentSpanId, ...span }) => ({
            ...span,
            parentSpanId,
            startedAt: BigInt(startTimeUnixNano),
            endedAt: BigInt(endTimeUnixNano),
            attributes: toObject(attributes),
            failure: ended?.message,
            events: events.map((event) => ({ name: event.name, attributes: toObject(event.attributes) })),
          }),
        ),
    answerWith(next) {
      status = next;
    },
    close,
  };
}

function toObject(attributes: v.InferOutput<typeof attributesSchema>): Record<string, string> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, String(Object.values(value)[0])]));
}
