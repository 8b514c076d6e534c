import * as v from "valibot";
import { isServiceAddress } from "./service-address.ts";
import type { TraceSettings } from "./traces/trace-settings.ts";

const samplers = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

const toUrlSchema = (name: string) =>
  v.pipe(
    v.string(),
    v.check(
      (value) => isServiceAddress(value, ["http:", "https:"]),
      `${name} is an http or https address without user, password or query`,
    ),
  );

const toPairsSchema = (name: string) =>
  v.pipe(v.string(), v.check(isPairs, `${name} is a list such as key=value,other=value`));

/** What the variables of OpenTelemetry may be, those that mean something here. */
export const traceSchemas = {
  endpoint: toUrlSchema("OTEL_EXPORTER_OTLP_ENDPOINT"),
  tracesEndpoint: toUrlSchema("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"),
  headers: toPairsSchema("OTEL_EXPORTER_OTLP_HEADERS"),
  protocol: v.picklist(
    ["http/json"],
    "OTEL_EXPORTER_OTLP_PROTOCOL is http/json, the only protocol that this server writes",
  ),
  timeout: v.pipe(
    v.string(),
    v.regex(/^[1-9]\d{1,4}$/, "OTEL_EXPORTER_OTLP_TIMEOUT is a number of milliseconds, from 10 to 99999"),
    v.transform(Number),
  ),
  attributes: toPairsSchema("OTEL_RESOURCE_ATTRIBUTES"),
  sampler: v.picklist(samplers, `OTEL_TRACES_SAMPLER is one of ${samplers.join(", ")}`),
  share: v.pipe(
    v.string(),
    v.regex(/^(0|1|0?\.\d{1,10}|1\.0+)$/, "OTEL_TRACES_SAMPLER_ARG is a share from 0 to 1"),
    v.transform(Number),
  ),
};

/** What the variables of OpenTelemetry say. */
export interface TraceVariables {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?: string | undefined;
  OTEL_EXPORTER_OTLP_HEADERS?: string | undefined;
  OTEL_EXPORTER_OTLP_TIMEOUT: number;
  OTEL_SERVICE_NAME?: string | undefined;
  OTEL_RESOURCE_ATTRIBUTES?: string | undefined;
  OTEL_TRACES_SAMPLER: (typeof samplers)[number];
  OTEL_TRACES_SAMPLER_ARG: number;
  OTEL_SDK_DISABLED?: string | undefined;
}

/** How this server is traced; undefined when no collector is named. */
export function toTraceSettings(given: TraceVariables): TraceSettings | undefined {
  const base = given.OTEL_EXPORTER_OTLP_ENDPOINT;
  const url =
    given.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ??
    (base === undefined ? undefined : `${base.replace(/\/+$/, "")}/v1/traces`);
  if (url === undefined || given.OTEL_SDK_DISABLED?.toLowerCase() === "true") return undefined;
  const sampler = given.OTEL_TRACES_SAMPLER;
  return {
    collector: {
      url,
      headers: toPairs(given.OTEL_EXPORTER_OTLP_HEADERS),
      timeoutMs: given.OTEL_EXPORTER_OTLP_TIMEOUT,
    },
    resource: {
      "service.name": "site",
      ...toPairs(given.OTEL_RESOURCE_ATTRIBUTES),
      ...(given.OTEL_SERVICE_NAME !== undefined && { "service.name": given.OTEL_SERVICE_NAME }),
    },
    sampler: {
      followsParent: sampler.startsWith("parentbased_"),
      share: sampler.endsWith("always_on") ? 1 : sampler.endsWith("always_off") ? 0 : given.OTEL_TRACES_SAMPLER_ARG,
    },
  };
}

function isPairs(list: string): boolean {
  try {
    return listPairs(list).every(([name, value]) => /^[\w.-]+$/.test(name) && /^[ -~]*$/.test(value));
  } catch {
    return false;
  }
}

/** Names and values of a list in which `%` and two digits stand for a character (W3C Baggage). */
function listPairs(list: string): [name: string, value: string][] {
  return list
    .split(",")
    .filter((part) => part.trim() !== "")
    .map((part) => {
      const at = part.indexOf("=");
      return [part.slice(0, at < 0 ? 0 : at).trim(), decodeURIComponent(part.slice(at + 1).trim())];
    });
}

function toPairs(list: string | undefined): Record<string, string> {
  return Object.fromEntries(listPairs(list ?? ""));
}
