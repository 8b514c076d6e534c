import { isRequest } from "../src/events/request-events.ts";
import type { EventShape } from "../src/releases/event-shape.ts";
import { moreFields } from "../src/releases/release-surface.ts";
import type { Manifests } from "./contract-needs.ts";
import { findShapeMisfit, type Misfit } from "./find-shape-misfit.ts";
import { sendsUnknownField } from "./find-unknown-fields.ts";
import type { CheckedSet, SetFinding } from "./release-check.ts";

/** An event that one release sends as something that another one, which hears it, does not take. */
interface Broken extends Misfit {
  sender: string;
  hearer: string;
  event: string;
}

/**
 * Events that are sent as something else than a release of the set expects: a field of another type, a value that it does not know, a
 * field that it needs and that may be missing. Releases that were built against different versions of the contract may differ so. What
 * did not fit before is no problem of this set, and of a release whose manifest does not say it nothing is compared. What misses for a
 * misspelt field is found with that one.
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
