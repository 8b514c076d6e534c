import type { FastifyBaseLogger } from "fastify";
import type { Attributes } from "./otlp.ts";
import { createSpanQueue, type QueueLimits } from "./span-queue.ts";
import type { TraceSettings } from "./trace-settings.ts";
import { createTracer, type Tracer } from "./tracer.ts";

export interface Traces {
  tracer: Tracer;
  sampler: TraceSettings["sampler"];
  /** Exports the queued spans, and closes the queue. */
  close(): Promise<void>;
}

export interface TracesOptions {
  settings: TraceSettings;
  /** Attributes from the server; the settings may override them. */
  resource: Attributes;
  log: Pick<FastifyBaseLogger, "info" | "warn">;
  onDropped(count: number): void;
  limits?: QueueLimits | undefined;
}

/** Exports traces to the collector of the settings. */
export function openTraces({ settings, resource, log, onDropped, limits }: TracesOptions): Traces {
  const queue = createSpanQueue({
    collector: settings.collector,
    resource: { attributes: { ...resource, ...settings.resource } },
    onDropped,
    onProblem: (problem) =>
      problem === undefined
        ? log.info("the collector takes traces again")
        : log.warn({ problem }, "the collector takes no traces; the newest are kept, as many as there is room for"),
    ...(limits && { limits }),
  });
  return { tracer: createTracer(queue.add), sampler: settings.sampler, close: queue.close };
}
