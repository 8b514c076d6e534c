import type { CopyFacts } from "../copy-facts.ts";

/** A link in the copy: a path of this site. */
export interface CopyLink {
  path: string;
  label: string;
}

/** A part of an article. */
export interface CopySection {
  heading: string;
  paragraphs: readonly string[];
  points?: readonly string[];
  link?: CopyLink;
}

/** The text of a page whose shape is an article. */
export interface PageCopy {
  /** The page's own name; the shell adds the site's. */
  title: string;
  description: string;
  eyebrow: string;
  /** The large line a visitor reads first. */
  display: string;
  lede: string;
  sections: readonly CopySection[];
  /** The content beside the article. */
  aside?: { heading: string; text: string; link: CopyLink };
}

/** A name with a sentence or two about it. */
export interface Named {
  name: string;
  text: string;
  /** Its id on the page, for links to it. */
  id?: string;
}

/** The text of an article, with facts of the site. */
export type ArticleCopy = (facts: CopyFacts) => PageCopy;
