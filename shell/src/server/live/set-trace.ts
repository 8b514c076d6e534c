import type { ReleaseSet } from "@site/contracts/releases/release-set";
import { toIslandParts } from "@site/contracts/names/island-name";
import type { FailureKind } from "../composition/process/compose-messages.ts";
import type { Span, Tracer } from "../traces/tracer.ts";

/** Traces the steps by which a set goes live: verify, compose, flip. */
export interface SetTrace {
  /** Runs a step in a span of its own. */
  step<T>(name: "verify" | "compose" | "flip", work: () => Promise<T>): Promise<T>;
  /** Records each island that could not be rendered as a failed span. */
  noteFailures(failures: readonly FailureKind[]): void;
  /** Records why the set, or a part of it, is not served. */
  fail(error: unknown): void;
  end(): void;
}

/** The trace without a tracer: it records nothing. */
const untraced: SetTrace = { step: (_name, work) => work(), noteFailures() {}, fail() {}, end() {} };

/** @param before the set that is live until the flip */
export function beginSetTrace(tracer: Tracer | undefined, set: ReleaseSet, before: ReleaseSet | undefined): SetTrace {
  if (!tracer) return untraced;
  const facts = { "site.set": set.id, "site.revision": set.revision };
  // The same revision is composed again when data changed.
  const span: Span = tracer.begin(set.revision === before?.revision ? "renew" : "promote", {
    ...facts,
    "site.revision.before": before?.revision,
  });
  return {
    step: (name, work) => tracer.trace(name, span.context, work),
    noteFailures(failures) {
      for (const { island, version, page, problem, pages } of failures) {
        const failed = tracer.begin("render", { ...facts, island, version, page, pages }, span.context);
        failed.fail(new Error(problem), { remote: toIslandParts(island).owner });
        failed.end();
      }
    },
    fail: span.fail,
    end: span.end,
  };
}
