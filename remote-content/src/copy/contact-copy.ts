import type { ContactPurpose } from "@site/contracts/site/contact";

/** A reason to write, the team that answers, and how soon. Times are those of the policies (B273, B275). */
interface ContactTopic {
  subject: string;
  how: string;
  /** The purpose whose addresses are shown under it. */
  purpose: ContactPurpose;
  when: string;
}

/** The texts of the contact page. The addresses are the site's (B286). */
export interface ContactCopy {
  title: string;
  description: string;
  eyebrow: string;
  display: string;
  lede: string;
  /** The label of the menu's item (B289). */
  heading: string;
  table: string;
  columns: readonly string[];
  topics: readonly ContactTopic[];
  silence: string;
  before: { heading: string; points: readonly string[] };
  help: { heading: string; text: string; chat: string; helpline: string };
}
