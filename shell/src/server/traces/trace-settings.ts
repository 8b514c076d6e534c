import type { Attributes } from "./otlp.ts";

/** What the variables of OpenTelemetry say. */
export interface TraceSettings {
  collector: {
    url: string;
    headers: Readonly<Record<string, string>>;
    /** Milliseconds that one request to it may take. */
    timeoutMs: number;
  };
  /** What names this process, beside what the server adds itself. */
  resource: Attributes;
  sampler: {
    /** Whether a trace that a trusted proxy began is followed as that proxy says. */
    followsParent: boolean;
    /** The share of other requests that are traced, from 0 to 1. */
    share: number;
  };
}
