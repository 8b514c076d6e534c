import type { ReleaseSet } from "@site/contracts/releases/release-set";
import { toIslandParts } from "@site/contracts/names/island-name";
import type { FailureKind } from "../composition/process/compose-messages.ts";
import type { Span, Tracer } from "../traces/tracer.ts";

/** Traces how a set becomes what is served: verify, compose, flip. */
export interface SetTrace {
  /** Runs a step in a span of its own. */
  step<T>(name: "verify" | "compose" | "flip", work: () => Promise<T>): Promise<T>;
  /** Tells each island that could not be rendered as an error. */
  noteFailures(failures: readonly FailureKind[]): void;
  /** Says why the set, or a part of it, is not served. */
  fail(error: unknown): void;
  end(): void;
}

/** What traces nothing. */
const untraced: SetTrace = { step: (_name, work) => work(), noteFailures() {}, fail() {}, end() {} };

/** @param before the set that is live until then */
export function beginSetTrace(tracer: Tracer | undefined, set: ReleaseSet, before: ReleaseSet | undefined): SetTrace {
  if (!tracer) return untraced;
  const facts = { "site.set": set.id, "site.revision": set.revision };
  // A set of the same revision is composed again because data changed.
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
