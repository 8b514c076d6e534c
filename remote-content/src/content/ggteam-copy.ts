/** The texts of the team's page and of an ambassador's. */
export interface TeamCopy {
  title: string;
  description: string;
  eyebrow: string;
  display: string;
  lede: string;
  meaning: { heading: string; paragraphs: readonly string[] };
  /** What an ambassador's own page says of any ambassador: nothing that would have to be true of one person. */
  ambassador: {
    description: (name: string) => string;
    paragraphs: (name: string) => readonly string[];
    expect: { heading: string; points: readonly string[] };
  };
}
