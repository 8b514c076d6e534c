/** Milliseconds in which browsers load the pages that show a save. */
const loadMs = 500;
/** Milliseconds until work for a save that no page shows, such as that of a test or of a file with an error. */
const unshownMs = 2000;

/** Starts work once for all that was saved, after open pages show it: on the same processors it would delay them. */
export interface AfterSaves {
  noteSaved(): void;
  /** Pages show what was saved last. */
  noteShown(): void;
  end(): void;
}

export function afterSaves(work: () => void): AfterSaves {
  let timer: NodeJS.Timeout | undefined;
  function workAfter(milliseconds: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = undefined;
      work();
    }, milliseconds);
  }
  return {
    noteSaved: () => workAfter(unshownMs),
    noteShown() {
      if (timer) workAfter(loadMs);
    },
    end: () => clearTimeout(timer),
  };
}
