/** A piece of advice with its title: one card of the page. */
export interface Advice {
  title: string;
  text: string;
}

/** The texts of responsible gaming. `{age}` in those of `age` is the site's minimum (B246). */
export interface ResponsibleCopy {
  opening: Advice;
  signs: Advice & { items: readonly string[] };
  limits: Advice & { items: readonly Advice[]; note: string };
  /** The terms of self-exclusion (B270, B271). The first step names the address to write to. */
  exclusion: Advice & { terms: readonly Advice[]; steps: readonly string[]; note: string };
  age: Advice & { items: readonly string[] };
  help: Advice & { helpline: Advice; support: Advice; family: Advice };
}
