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
}
