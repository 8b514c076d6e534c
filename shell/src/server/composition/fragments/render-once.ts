import type { RenderFailure } from "@site/contracts/confine/render-messages";
import type { FragmentMemory, KnownFragment } from "./fragment-memory.ts";
import { everyMadeFrom, type ListNames, type NamedSlot, toMadeFromIndex } from "./shared-names.ts";

export type SlotOutcome = ({ ok: true } & KnownFragment) | RenderFailure;

export interface RenderOnceOptions<Slot> {
  listNames: ListNames;
  /** The label of the release that the slots are rendered with. */
  release: string;
  memory: FragmentMemory;
  render(slots: readonly Slot[]): Promise<ReadonlyMap<Slot, SlotOutcome>>;
}

/**
 * Renders only one of the slots that are equal in all inputs their island reads: first one slot of each group, then the slots whose inputs turn out to
 * differ. An island is expected to read the same inputs as in its last render, so that mostly one call renders everything.
 */
export async function renderOnce<Slot extends NamedSlot>(
  slots: readonly Slot[],
  { listNames, release, memory, render }: RenderOnceOptions<Slot>,
): Promise<Map<Slot, SlotOutcome>> {
  const outcomes = new Map<Slot, SlotOutcome>();
  const names = new Map(slots.map((slot) => [slot, listNames(slot)]));
  const expected = new Map(slots.map((slot) => [slot, memory.findExpected(toPlaceName(slot))]));
  let open = [...names];
  const takeKnown = (): void => {
    open = open.filter(([slot, ofSlot]) => {
      if (outcomes.has(slot)) return false;
      const found = findFirst(ofSlot, (name) => memory.findShared(name));
      if (found) outcomes.set(slot, { ok: true, ...found });
      return !found;
    });
  };
  takeKnown();
  for (let round = 0; round < everyMadeFrom.length && open.length > 0; round += 1) {
    const firsts = new Map<string | undefined, Slot>();
    for (const [slot, ofSlot] of open) {
      const name = ofSlot[Math.min((expected.get(slot) ?? 0) + round, everyMadeFrom.length - 1)];
      if (!firsts.has(name)) firsts.set(name, slot);
    }
    for (const [slot, outcome] of await render([...firsts.values()])) {
      outcomes.set(slot, outcome);
      if (!outcome.ok) continue;
      const index = toMadeFromIndex(outcome.fragment.madeFrom);
      const name = names.get(slot)?.[index];
      if (name !== undefined) memory.share(name, outcome);
      memory.expect(toPlaceName(slot), release, index);
    }
    takeKnown();
  }
  return outcomes;
}

/** The name under which the expected inputs are remembered: islands of one name and variant read the same inputs on most pages. */
function toPlaceName({ island, variant }: NamedSlot): string {
  return `${island} ${variant}`;
}

function findFirst<T, U>(list: readonly T[], find: (one: T) => U | undefined): U | undefined {
  for (const one of list) {
    const found = find(one);
    if (found !== undefined) return found;
  }
  return undefined;
}
