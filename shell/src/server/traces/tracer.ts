import { isSiteError, toProblem } from "@site/contracts/errors";
import type { Attributes, EndedSpan } from "./otlp.ts";
import { makeSpanId, makeTraceId, type TraceContext } from "./trace-context.ts";

/** A piece of work that is traced. */
export interface Span {
  context: TraceContext;
  /** Sets the reason of a failure. The last reason counts. */
  fail(error: unknown, attributes?: Attributes): void;
  end(attributes?: Attributes): void;
}

/** Traces the server's own work, which is rare: each span is exported. */
export interface Tracer {
  /** Begins a span, of a parent's trace or of a new trace. */
  begin(name: string, attributes?: Attributes, parent?: TraceContext): Span;
  /** Runs work in a span that ends with it. */
  trace<T>(name: string, parent: TraceContext | undefined, work: (span: Span) => Promise<T>): Promise<T>;
  /** Adds a span that has ended. */
  add(span: EndedSpan): void;
}

/** Milliseconds since 1970, with fractions, on a monotonic clock. */
export const nowMs = (): number => performance.timeOrigin + performance.now();

export function createTracer(add: (span: EndedSpan) => void): Tracer {
  function begin(name: string, attributes: Attributes = {}, parent?: TraceContext): Span {
    const context = { traceId: parent?.traceId ?? makeTraceId(), spanId: makeSpanId(), isSampled: true };
    const startedAt = nowMs();
    let failure: EndedSpan["failure"];
    let said = attributes;
    return {
      context,
      fail(error, more = {}) {
        failure = toFailure(error);
        said = { ...said, ...more };
      },
      end(more = {}) {
        const { traceId, spanId } = context;
        add({
          traceId,
          spanId,
          parentSpanId: parent?.spanId,
          name,
          kind: "internal",
          startedAt,
          endedAt: nowMs(),
          attributes: { ...said, ...more },
          failure,
        });
      },
    };
  }
  return {
    begin,
    add,
    async trace(name, parent, work) {
      const span = begin(name, {}, parent);
      try {
        return await work(span);
      } catch (error) {
        span.fail(error);
        throw error;
      } finally {
        span.end();
      }
    },
  };
}

/** The attributes of an error: its code if it has one. */
export function toFailure(error: unknown): NonNullable<EndedSpan["failure"]> {
  const type = isSiteError(error) ? error.code : error instanceof Error ? error.name : "UNEXPECTED";
  return { type, message: toProblem(error) };
}
