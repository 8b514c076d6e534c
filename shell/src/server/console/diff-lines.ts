/** A line of two texts: in both, in the first alone, or in the second alone. */
export interface DiffLine {
  kind: "same" | "old" | "new";
  text: string;
}

/** Most differing lines that are searched for; beyond it the rest counts as replaced. The time of the search grows with the square of this. */
const maxDifferences = 1500;

/**
 * The fewest lines to take out of one text and put into it to get another one (E. W. Myers, "An O(ND) Difference Algorithm and Its
 * Variations", Algorithmica 1, 1986).
 */
export function diffLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  const least = Math.min(before.length, after.length);
  let start = 0;
  while (start < least && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < least - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return [
    ...toLines("same", before.slice(0, start)),
    ...diffMiddle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...toLines("same", before.slice(before.length - end)),
  ];
}

const toLines = (kind: DiffLine["kind"], texts: readonly string[]): DiffLine[] => texts.map((text) => ({ kind, text }));

function diffMiddle(before: readonly string[], after: readonly string[]): DiffLine[] {
  const furthest = findPath(before, after);
  if (!furthest) return [...toLines("old", before), ...toLines("new", after)];
  const lines: DiffLine[] = [];
  let [x, y] = [before.length, after.length];
  for (let edits = furthest.length - 1; x > 0 || y > 0; edits -= 1) {
    const reached = furthest[edits - 1] ?? new Map<number, number>();
    const diagonal = x - y;
    const isNew = edits > 0 && comesFromAbove(reached, diagonal, edits);
    const from = diagonal + (isNew ? 1 : -1);
    const fromX = edits > 0 ? (reached.get(from) ?? 0) : 0;
    // The equal lines that follow the edit.
    const stopX = edits > 0 ? fromX + (isNew ? 0 : 1) : 0;
    while (x > stopX) {
      x -= 1;
      y -= 1;
      lines.push({ kind: "same", text: before[x] ?? "" });
    }
    if (edits === 0) break;
    if (isNew) {
      y -= 1;
      lines.push({ kind: "new", text: after[y] ?? "" });
    } else {
      x -= 1;
      lines.push({ kind: "old", text: before[x] ?? "" });
    }
  }
  return lines.toReversed();
}

/** How far along each diagonal so many edits lead, for each number of edits up to the one that is enough. */
function findPath(before: readonly string[], after: readonly string[]): Map<number, number>[] | undefined {
  const furthest: Map<number, number>[] = [];
  for (let edits = 0; edits <= Math.min(before.length + after.length, maxDifferences); edits += 1) {
    const reached = furthest[edits - 1] ?? new Map<number, number>();
    const next = new Map<number, number>();
    furthest.push(next);
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = 0;
      if (edits > 0)
        x = comesFromAbove(reached, diagonal, edits)
          ? (reached.get(diagonal + 1) ?? 0)
          : (reached.get(diagonal - 1) ?? 0) + 1;
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x += 1;
      next.set(diagonal, x);
      if (x >= before.length && x - diagonal >= after.length) return furthest;
    }
  }
  return undefined;
}

/** Whether the last edit of the furthest path on a diagonal puts a line in; otherwise it takes one out. */
function comesFromAbove(reached: ReadonlyMap<number, number>, diagonal: number, edits: number): boolean {
  if (diagonal === -edits) return true;
  return diagonal !== edits && (reached.get(diagonal - 1) ?? -1) < (reached.get(diagonal + 1) ?? -1);
}

/** A row of two texts side by side. Lines that take each other's place stand in one row. */
export interface DiffRow {
  old: { number: number; text: string } | undefined;
  new: { number: number; text: string } | undefined;
  isSame: boolean;
}

/** Puts lines side by side: of those that were taken out and put in at one place, each beside the other. */
export function toRows(lines: readonly DiffLine[]): DiffRow[] {
  const rows: DiffRow[] = [];
  const open: { old: string[]; new: string[] } = { old: [], new: [] };
  let [oldCount, newCount] = [0, 0];
  const close = (): void => {
    for (let index = 0; index < Math.max(open.old.length, open.new.length); index += 1) {
      const [old, fresh] = [open.old[index], open.new[index]];
      rows.push({
        old: old === undefined ? undefined : { number: (oldCount += 1), text: old },
        new: fresh === undefined ? undefined : { number: (newCount += 1), text: fresh },
        isSame: false,
      });
    }
    open.old = [];
    open.new = [];
  };
  for (const { kind, text } of lines) {
    if (kind !== "same") {
      open[kind].push(text);
      continue;
    }
    close();
    rows.push({
      old: { number: (oldCount += 1), text },
      new: { number: (newCount += 1), text },
      isSame: true,
    });
  }
  close();
  return rows;
}

/** What differs between two lines: the texts of both between what they begin and what they end with. */
export function splitChange(old: string, fresh: string): { start: string; old: string; new: string; end: string } {
  const least = Math.min(old.length, fresh.length);
  let start = 0;
  while (start < least && old[start] === fresh[start]) start += 1;
  let end = 0;
  while (end < least - start && old.at(-1 - end) === fresh.at(-1 - end)) end += 1;
  return {
    start: old.slice(0, start),
    old: old.slice(start, old.length - end),
    new: fresh.slice(start, fresh.length - end),
    end: end === 0 ? "" : old.slice(-end),
  };
}
