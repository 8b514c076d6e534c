import { toProblem } from "@site/contracts/errors";
import { toDomEventType } from "@site/contracts/events/event-bus";
import { eventSchemas } from "@site/contracts/events/event-schemas";
import type { SiteEventName } from "@site/contracts/events/events";
import { isRecord } from "@site/contracts/wire/wire-schema";
import * as v from "valibot";

/** Sends an event whose detail is written as JSON, when it is one of the contract. @returns what is wrong with it; undefined when it was sent */
export function sendEvent(name: SiteEventName, text: string): string | undefined {
  let input: unknown;
  try {
    input = JSON.parse(text);
  } catch (error) {
    return `The detail is not JSON: ${toProblem(error)}`;
  }
  const result = v.safeParse(eventSchemas[name], input);
  if (result.success) dispatchEvent(new CustomEvent(toDomEventType(name), { detail: result.output }));
  return toDetailProblem(result.issues);
}

/** What is wrong with the detail of an event, by the contract; undefined when nothing is. */
export function findDetailProblem(name: SiteEventName, detail: unknown): string | undefined {
  return toDetailProblem(v.safeParse(eventSchemas[name], detail).issues);
}

function toDetailProblem(issues: readonly [v.BaseIssue<unknown>, ...unknown[]] | undefined): string | undefined {
  return issues && `${v.getDotPath(issues[0]) ?? "The detail"}: ${issues[0].message}`;
}

/** A detail with all that an event needs, to be filled in. */
export function toExample(name: SiteEventName): string {
  return JSON.stringify(toValue(eventSchemas[name]), null, 2);
}

const empty: Readonly<Record<string, unknown>> = { string: "", number: 0, boolean: false, array: [], custom: null };

function toValue(schema: unknown): unknown {
  if (!isRecord(schema)) return null;
  const { type, entries, options } = schema;
  if (isRecord(entries))
    return Object.fromEntries(
      Object.entries(entries)
        .filter(([, entry]) => isRecord(entry) && entry["type"] !== "optional")
        .map(([key, entry]) => [key, toValue(entry)]),
    );
  if (Array.isArray(options)) return type === "picklist" ? options[0] : toValue(options.at(-1));
  return empty[String(type)] ?? null;
}
