import type { Attributes } from "./otlp.ts";

/** The settings in OpenTelemetry's environment variables. */
export interface TraceSettings {
  collector: {
    url: string;
    headers: Readonly<Record<string, string>>;
    /** Timeout in milliseconds of one request to the collector. */
    timeoutMs: number;
  };
  /** Attributes of this process, beside those that the server adds. */
  resource: Attributes;
  sampler: {
    /** Whether the sampling decision of a trusted proxy's trace is followed. */
    followsParent: boolean;
    /** The share of other requests that are traced, from 0 to 1. */
    share: number;
  };
}
