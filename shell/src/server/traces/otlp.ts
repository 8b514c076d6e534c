/** Attributes of a span beside its name and times. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** A span that has ended. Times in milliseconds since 1970, with fractions. */
export interface EndedSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  kind: "internal" | "server";
  startedAt: number;
  endedAt: number;
  attributes: Attributes;
  /** The reason of a failure; undefined without one. */
  failure: { type: string; message: string } | undefined;
}

/** The process that produced the spans. */
export interface Resource {
  attributes: Attributes;
}

/** Enumeration values of the protocol (opentelemetry-proto, trace.proto). */
const kinds = { internal: 1, server: 2 };
const failed = 2;

/** The body of a request to a collector: OTLP's JSON, in which ids are hexadecimal and times are texts. */
export function toExportRequest(resource: Resource, spans: readonly EndedSpan[]): string {
  return JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: toAttributes(resource.attributes) },
        scopeSpans: [{ scope: { name: "site" }, spans: spans.map(toSpan) }],
      },
    ],
  });
}

function toSpan({ traceId, spanId, parentSpanId, name, kind, startedAt, endedAt, attributes, failure }: EndedSpan) {
  return {
    traceId,
    spanId,
    ...(parentSpanId !== undefined && { parentSpanId }),
    name,
    kind: kinds[kind],
    startTimeUnixNano: toNanoseconds(startedAt),
    endTimeUnixNano: toNanoseconds(endedAt),
    attributes: toAttributes(attributes),
    ...(failure && {
      status: { code: failed, message: failure.message },
      events: [
        {
          name: "exception",
          timeUnixNano: toNanoseconds(endedAt),
          attributes: toAttributes({ "exception.type": failure.type, "exception.message": failure.message }),
        },
      ],
    }),
  };
}

/** A text, because a number of this size has no room for nanoseconds. */
function toNanoseconds(milliseconds: number): string {
  return `${Math.round(milliseconds * 1000)}000`;
}

function toAttributes(attributes: Attributes): { key: string; value: Record<string, string | number | boolean> }[] {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: toValue(value) }],
  );
}

function toValue(value: string | number | boolean): Record<string, string | number | boolean> {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}
