/** A finding of an examination. */
export interface Diagnosis {
  /** The subject: `store`, `trust`, `server https://…`. */
  about: string;
  /** `fine`: nothing to do. `soon`: to be done in the next days. `now`: a part does not work, or may fail at any moment. */
  state: "fine" | "soon" | "now";
  /** The finding, as a sentence. */
  found: string;
  /** The advice, as a sentence; absent when there is nothing to do. */
  change?: string;
}

/** A finding with nothing to do. */
export function fine(about: string, found: string): Diagnosis {
  return { about, state: "fine", found };
}
