import type { EventShape } from "../src/releases/event-shape.ts";
import type { Release } from "../src/releases/release.ts";
import { moreFields } from "../src/releases/release-surface.ts";
import { findField, findQuoted } from "./find-message-line.ts";
import type { CheckedRelease, Finding } from "./release-check.ts";

/** The fields that an event may have, and those among them that it always has. */
interface Fields {
  all: readonly string[];
  required: readonly string[];
}

/**
 * Fields that a release sends or reads although the event does not have them, and required fields of the event that the release never sends. The manifest
 * has the event's detail by the contract that the release was built against.
 */
export function findUnknownFields({ release, sourceRoot }: Pick<CheckedRelease, "release" | "sourceRoot">): Finding[] {
  const { sends = {}, hears = {}, details = {} } = release.surface ?? {};
  return Object.entries(details).flatMap(([event, shape]): Finding[] => {
    const fields = listFields(shape);
    if (!fields) return [];
    const sent = sends[event];
    const toUnknown = (verb: string, field: string): Finding => ({
      file: "release.json",
      ...findField(sourceRoot, event, field),
      problem: `it ${verb} ${field}, which that event does not have; it has ${fields.all.join(", ") || "no fields"}.`,
      change: `Correct the name to a field of ${event} in @site/contracts/events/events, or have the field added there first.`,
    });
    const isUnknown = (field: string): boolean => field !== moreFields && !fields.all.includes(field);
    const unknown = (sent ?? []).filter(isUnknown);
    // A missing field beside an unknown one is probably the same field, misspelt.
    const missing =
      !sent || sent.includes(moreFields) || unknown.length > 0
        ? []
        : fields.required.filter((field) => !sent.includes(field));
    return [
      ...unknown.map((field) => toUnknown(`sends ${event} with`, field)),
      ...(hears[event] ?? []).filter(isUnknown).map((field) => toUnknown(`hears ${event} and reads`, field)),
      ...missing.map((field) => ({
        file: "release.json",
        ...findQuoted(sourceRoot, event),
        problem: `it sends ${event} without ${field}, which that event always has.`,
        change: `Send ${field} with it.`,
      })),
    ];
  });
}

/** Whether a release sends an unknown field. A field that it lacks is then probably the same field, misspelt. */
export function sendsUnknownField({ surface }: Release, event: string): boolean {
  const shape = surface?.details?.[event];
  const fields = shape && listFields(shape);
  return (surface?.sends[event] ?? []).some((field) => fields && field !== moreFields && !fields.all.includes(field));
}

/** Undefined for a detail that need not be an object of known fields. */
function listFields(shape: EventShape): Fields | undefined {
  if (shape.type === "object") return { all: Object.keys(shape.fields), required: shape.required };
  if (shape.type !== "one of") return undefined;
  const each = shape.shapes.map(listFields);
  const known = each.filter((fields) => fields !== undefined);
  if (known.length < each.length) return undefined;
  const all = [...new Set(known.flatMap((fields) => fields.all))];
  return { all, required: all.filter((field) => known.every(({ required }) => required.includes(field))) };
}
