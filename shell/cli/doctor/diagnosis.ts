/** What an examination found. */
export interface Diagnosis {
  /** What was examined: `store`, `trust`, `server https://…`. */
  about: string;
  /** `fine`: nothing to do. `soon`: to be done in the next days. `now`: something does not work, or will not at any moment. */
  state: "fine" | "soon" | "now";
  /** What was found, as a sentence. */
  found: string;
  /** What to do, as a sentence; absent when nothing is. */
  change?: string;
}

/** A finding with nothing to do. */
export function fine(about: string, found: string): Diagnosis {
  return { about, state: "fine", found };
}
