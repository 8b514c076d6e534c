/** Where the fragment of a slot is found again. */
export interface FragmentOrigin {
  /** Names what it was rendered from: release, libraries, island, page, data. */
  key: string;
  /** Names what came of it: equal digests are equal fragments. */
  digest: string;
}

/** The last good fragment of a slot of a page. */
export interface FragmentRef extends FragmentOrigin {
  slot: string;
}
