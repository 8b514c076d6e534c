import { randomBytes } from "node:crypto";

/** The position of a span in a trace. */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** 16 hexadecimal digits. */
  spanId: string;
  /** Whether its spans are exported to the collector. */
  isSampled: boolean;
}

/** The context of a `traceparent` header (W3C Trace Context); undefined for a malformed header. */
export function parseTraceparent(header: string | undefined): TraceContext | undefined {
  const match = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:$|-)/.exec(
    header ?? "",
  );
  const [, version, traceId, spanId, flags = ""] = match ?? [];
  if (traceId === undefined || spanId === undefined) return undefined;
  // Only a later version may have more fields.
  if (version === "00" && header?.length !== 55) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

export const makeTraceId = (): string => randomBytes(16).toString("hex");
export const makeSpanId = (): string => randomBytes(8).toString("hex");

/** Whether a trace is in a share of all, from 0 to 1. All services decide alike by the last 56 bits of its id. */
export function isSampledTrace(traceId: string, share: number): boolean {
  return Number.parseInt(traceId.slice(-14), 16) < share * 2 ** 56;
}
