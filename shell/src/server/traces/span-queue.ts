import { toRequestProblem } from "@site/contracts/publishing/request-problem";
import { type EndedSpan, type Resource, toExportRequest } from "./otlp.ts";
import type { TraceSettings } from "./trace-settings.ts";

/** Sends spans to a collector, later. */
export interface SpanQueue {
  add(span: EndedSpan): void;
  /** Sends what waits, once, and ends. */
  close(): Promise<void>;
}

export interface SpanQueueOptions {
  collector: TraceSettings["collector"];
  resource: Resource;
  /** Told when the collector takes no spans any more, and with undefined when it does again. */
  onProblem(problem: string | undefined): void;
  /** Told how many spans were dropped: the queue was full, or the collector refused them. */
  onDropped(count: number): void;
  limits?: QueueLimits;
}

/** Times in milliseconds. */
export interface QueueLimits {
  /** Spans that wait. One more is dropped. */
  maxWaiting: number;
  /** Spans of one request to the collector. */
  maxSent: number;
  /** From the first span that waits to its request. */
  delayMs: number;
  /** The longest wait after the collector failed; the first is `delayMs`, each next one twice as long. */
  maxDelayMs: number;
  /** How long the last request may take when the server ends. */
  closeMs: number;
}

/** The numbers of OpenTelemetry's own batches. */
const queueLimits: QueueLimits = { maxWaiting: 2048, maxSent: 512, delayMs: 5000, maxDelayMs: 60_000, closeMs: 2000 };

/** Statuses with which a collector asks to try again later (OTLP 1.x, failures). */
const retried = new Set([429, 502, 503, 504]);

/** Holds spans in bounded memory, and sends them in portions. A collector that is away costs the newest spans and nothing else. */
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
