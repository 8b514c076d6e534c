import type { PackageName } from "@site/contracts/names/package-name";
import type { CheckProcess } from "./check-process.ts";

/** Milliseconds after a save went live before it is checked: open pages load meanwhile. */
const checkDelayMs = 700;
/** Milliseconds after a save until it is checked, when it does not go live. */
const liveWithinMs = 5000;

/** When saved packages are checked. Checking takes as long as composing and needs the same processor, so it runs afterwards. */
export interface SavedChecks {
  /** A package was saved: a check of it that is under way is out of date. */
  note(name: PackageName): void;
  /** The saved package is being made live: it is checked also when that fails. */
  noteReleased(): void;
  noteLive(): void;
  /**
   * An island of a package cannot be rendered on the site. The package is checked also when it was not saved since the start, or when only
   * what it shows was saved; its save has a check of its own.
   */
  noteFailed(name: PackageName): void;
  /** Something was saved that is no package, and with which packages are checked: a document, or the configuration of a site. */
  noteOther(): void;
  end(): void;
}

export function createSavedChecks(checks: CheckProcess): SavedChecks {
  const unchecked = new Set<PackageName>();
  /** The packages whose present state was checked or will be, so that a failed render needs no further check. */
  const told = new Set<PackageName>();
  let isAgain = false;
  let timer: NodeJS.Timeout | undefined;
  function checkAfter(milliseconds: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (unchecked.size > 0) checks.check([...unchecked]);
      else if (isAgain) checks.checkAgain();
      unchecked.clear();
      isAgain = false;
    }, milliseconds);
  }
  return {
    note(name) {
      clearTimeout(timer);
      told.add(name);
      unchecked.add(name);
      checks.outdate([name]);
    },
    noteReleased: () => checkAfter(liveWithinMs),
    noteLive: () => checkAfter(checkDelayMs),
    noteFailed(name) {
      if (told.has(name)) return;
      told.add(name);
      unchecked.add(name);
      checkAfter(liveWithinMs);
    },
    noteOther() {
      told.clear();
      isAgain = true;
      checks.outdate();
      checkAfter(liveWithinMs);
    },
    end() {
      clearTimeout(timer);
      checks.end();
    },
  };
}
