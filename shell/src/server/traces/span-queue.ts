import { toRequestProblem } from "@site/contracts/publishing/request-problem";
import { type EndedSpan, type Resource, toExportRequest } from "./otlp.ts";
import type { TraceSettings } from "./trace-settings.ts";

/** Exports spans to a collector in the background. */
export interface SpanQueue {
  add(span: EndedSpan): void;
  /** Exports the queued spans once, and closes the queue. */
  close(): Promise<void>;
}

export interface SpanQueueOptions {
  collector: TraceSettings["collector"];
  resource: Resource;
  /** Called when the collector stops accepting spans, and with undefined when it accepts them again. */
  onProblem(problem: string | undefined): void;
  /** Called with the number of dropped spans: the queue was full, or the collector refused them. */
  onDropped(count: number): void;
  limits?: QueueLimits;
}

/** Times in milliseconds. */
export interface QueueLimits {
  /** Maximum of queued spans. Further ones are dropped. */
  maxWaiting: number;
  /** Spans of one request to the collector. */
  maxSent: number;
  /** From the first queued span to its request. */
  delayMs: number;
  /** The longest delay after the collector failed; the first is `delayMs`, and each delay is twice the previous one. */
  maxDelayMs: number;
  /** Timeout of the last request when the server closes. */
  closeMs: number;
}

/** The defaults of OpenTelemetry's own batches. */
const queueLimits: QueueLimits = { maxWaiting: 2048, maxSent: 512, delayMs: 5000, maxDelayMs: 60_000, closeMs: 2000 };

/** Statuses with which a collector requests a retry (OTLP 1.x, failures). */
const retried = new Set([429, 502, 503, 504]);

/** Queues spans in bounded memory, and exports them in batches. While a collector is unavailable only the newest spans are lost. */
export function createSpanQueue({
  collector,
  resource,
  onProblem,
  onDropped,
  limits = queueLimits,
}: SpanQueueOptions): SpanQueue {
  let waiting: EndedSpan[] = [];
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;
  let failures = 0;
  let isClosed = false;

  function plan(): void {
    if (timer !== undefined || sending || isClosed || waiting.length === 0) return;
    const delay =
      failures > 0
        ? Math.min(limits.delayMs * 2 ** (failures - 1), limits.maxDelayMs)
        : waiting.length >= limits.maxSent
          ? 0
          : limits.delayMs;
    timer = setTimeout(() => {
      timer = undefined;
      void sendNext(collector.timeoutMs);
    }, delay);
    timer.unref();
  }

  function sendNext(timeoutMs: number): Promise<void> {
    sending ??= send(waiting.slice(0, limits.maxSent), timeoutMs).finally(() => {
      sending = undefined;
      plan();
    });
    return sending;
  }

  async function send(spans: readonly EndedSpan[], timeoutMs: number): Promise<void> {
    if (spans.length === 0) return;
    try {
      const response = await fetch(collector.url, {
        method: "POST",
        headers: { ...collector.headers, "content-type": "application/json" },
        body: toExportRequest(resource, spans),
        redirect: "error",
        signal: AbortSignal.timeout(timeoutMs),
      });
      await response.body?.cancel();
      if (retried.has(response.status)) return fail(`it answered ${response.status}`);
      waiting = waiting.slice(spans.length);
      if (response.ok) {
        if (failures > 0) onProblem(undefined);
        failures = 0;
        return;
      }
      onDropped(spans.length);
      fail(`it answered ${response.status}`);
    } catch (error) {
      fail(toRequestProblem(error));
    }
  }

  function fail(problem: string): void {
    if (failures === 0) onProblem(problem);
    failures += 1;
  }

  return {
    add(span) {
      if (waiting.length >= limits.maxWaiting) return onDropped(1);
      waiting.push(span);
      if (waiting.length === limits.maxSent && failures === 0) {
        clearTimeout(timer);
        timer = undefined;
      }
      plan();
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await sending;
      await sendNext(limits.closeMs);
    },
  };
}
