/** The texts of the team's page and of an ambassador's. */
export interface TeamCopy {
  title: string;
  description: string;
  eyebrow: string;
  display: string;
  lede: string;
  meaning: { heading: string; paragraphs: readonly string[] };
  /** The text of an ambassador's page, equal for all of them: it states nothing about the person. */
  ambassador: {
    description: (name: string) => string;
    paragraphs: (name: string) => readonly string[];
    expect: { heading: string; points: readonly string[] };
  };
}
