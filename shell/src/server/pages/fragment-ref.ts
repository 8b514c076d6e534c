/** The names of a slot's fragment: of its inputs and of its content. */
export interface FragmentOrigin {
  /** A hash of what it was rendered from: release, libraries, island, page, data. */
  key: string;
  /** The digest of the rendered fragment: equal digests are equal fragments. */
  digest: string;
}

/** The last good fragment of a slot of a page. */
export interface FragmentRef extends FragmentOrigin {
  slot: string;
  /** The application whose container the slot is, for that of a page's own island; all other containers have the slot's id. */
  application?: string;
  /** Milliseconds that it took to be rendered, once, where that is known. Testers read it. */
  ms?: number;
}

/** The render time of each slot of a page in milliseconds, by the slot's id, and by the application of its container. */
export function toRenderTimes(fragments: readonly FragmentRef[]): Map<string, number> {
  return new Map(
    fragments.flatMap(({ slot, application = slot, ms }) =>
      ms === undefined ? [] : [[slot, ms] as const, [application, ms] as const],
    ),
  );
}
