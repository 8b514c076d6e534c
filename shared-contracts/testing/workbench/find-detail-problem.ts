import * as v from "valibot";
import { eventSchemas } from "../../src/events/event-schemas.ts";
import type { SiteEventName } from "../../src/events/events.ts";
import { isRecord } from "../../src/wire/wire-schema.ts";
import { eventSamples } from "./event-samples.ts";

/** What is wrong with the detail of an event: the path of the first wrong field, where it is one, and why. */
export interface DetailProblem {
  field: string | undefined;
  text: string;
}

/**
 * Checks a detail that was written as JSON by the event's schema. JSON has no functions: those that the sample has are taken from it.
 * @returns undefined when it is a detail of that event
 */
export function findDetailProblem(name: SiteEventName, detail: unknown): DetailProblem | undefined {
  const schema: v.GenericSchema = eventSchemas[name];
  const functions = Object.entries(eventSamples[name]).filter(([, value]) => typeof value === "function");
  const whole = isRecord(detail) ? { ...Object.fromEntries(functions), ...detail } : detail;
  const result = v.safeParse(schema, whole);
  if (result.success) return undefined;
  const [issue] = result.issues;
  // Of several kinds of details the last is the one that JSON can say.
  const deepest = issue.issues?.at(-1) ?? issue;
  return { field: v.getDotPath(deepest) ?? undefined, text: deepest.message };
}
