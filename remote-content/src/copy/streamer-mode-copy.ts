import type { ContactPurpose } from "@site/contracts/site/contact";
import type { CopyLink } from "./page-copy.ts";

interface Step {
  name: string;
  text: string;
  /** The purpose of the contact to write to. */
  purpose?: ContactPurpose;
}

/** The texts of the streamer programme. Every figure and rule is of B248-B254 and B276. */
export interface StreamerCopy {
  title: string;
  description: string;
  eyebrow: string;
  display: string;
  lede: string;
  figures: readonly { figure: string; text: string }[];
  requirements: string;
  status: { heading: string; steps: readonly Step[] };
  link: {
    heading: string;
    lede: string;
    caption: string;
    columns: readonly string[];
    rows: readonly (readonly [service: string, enter: string, not: string])[];
  };
  lose: { heading: string; paragraphs: readonly string[]; link: CopyLink };
  delay: { heading: string; text: string };
}
