import { isRequest } from "../src/events/request-events.ts";
import type { EventShape } from "../src/releases/event-shape.ts";
import { moreFields } from "../src/releases/release-surface.ts";
import type { Manifests } from "./contract-needs.ts";
import { findShapeMisfit, type Misfit } from "./find-shape-misfit.ts";
import { sendsUnknownField } from "./find-unknown-fields.ts";
import type { CheckedSet, SetFinding } from "./release-check.ts";

/** An event whose sent detail does not fit the detail that a listening release expects. */
interface Broken extends Misfit {
  sender: string;
  hearer: string;
  event: string;
}

/**
 * Events whose detail does not fit the expectation of a release of the set: a field of another type, an unknown value, or a required field that
 * may be missing. Releases that were built against different versions of the contract may differ so. Misfits of the previous set are not
 * reported, and releases whose manifest lacks details are not compared. A field that is missing because it is misspelt is reported with the unknown
 * field.
 */
export function findDetailMisfits({
  releases,
  candidates,
  before = new Map(),
}: Pick<CheckedSet, "releases" | "candidates" | "before">): SetFinding[] {
  const known = new Set(listBroken(before).map(toKey));
  const isNew = (name: string): boolean => before.get(name)?.label !== releases.get(name)?.label;
  const isMisspelt = ({ sender, event }: Broken): boolean => {
    const candidate = candidates.get(sender);
    return candidate !== undefined && sendsUnknownField(candidate.release, event);
  };
  return listBroken(releases)
    .filter((one) => !isMisspelt(one) && !known.has(toKey(one)) && (isNew(one.sender) || isNew(one.hearer)))
    .map(({ sender, hearer, event, path, expected, found }): SetFinding => {
      const [sent, heard] = [sender, hearer].map((name) => releases.get(name)?.label ?? name);
      const field = path === "" ? "its detail" : path;
      return {
        release: (isNew(sender) ? sent : heard) ?? sender,
        problem: `${heard} hears ${event}; expected ${field} to be ${expected}, found ${sent}, which sends ${found}.`,
        change: isNew(sender)
          ? `Send ${field} from ${sender} as before, or promote a release of ${hearer} that takes it as it is now first.`
          : `Take ${field} in ${hearer} as before, or promote a release of ${sender} that sends it as expected first.`,
      };
    });
}

function toKey({ sender, hearer, event, path }: Broken): string {
  return [sender, hearer, event, path].join(" ");
}

function listBroken(releases: Manifests): Broken[] {
  return [...releases].flatMap(
    ([
      hearer,
      {
        release: { surface: hearing },
      },
    ]) =>
      Object.entries(hearing?.hears ?? {}).flatMap(([event, read]) =>
        [...releases].flatMap(
          ([
            sender,
            {
              release: { surface: sending },
            },
          ]): Broken[] => {
            const written = sending?.sends[event];
            const [sent, heard] = [sending?.details?.[event], hearing?.details?.[event]];
            if (sender === hearer || !written || !sent || !heard) return [];
            const misfit = findShapeMisfit(
              keepFields(sent, written),
              isRequest(event) ? heard : keepFields(heard, read),
            );
            return misfit ? [{ sender, hearer, event, ...misfit }] : [];
          },
        ),
      ),
  );
}

/** A detail with the fields that the code sets or reads; all of it when the code does not name them. */
function keepFields(shape: EventShape, names: readonly string[]): EventShape {
  if (shape.type !== "object" || names.length === 0 || names.includes(moreFields)) return shape;
  return {
    ...shape,
    fields: Object.fromEntries(Object.entries(shape.fields).filter(([name]) => names.includes(name))),
    required: shape.required.filter((name) => names.includes(name)),
  };
}
