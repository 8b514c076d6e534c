/** What holds on every page of the site at all times, in every test. */
export const invariants = [
  /** `main` keeps at least half of the text it came with, and its heading, in every painted frame. */
  "content",
  /** One `h1` on the page. */
  "heading",
  /** No two elements with one id. */
  "duplicate id",
  /** No layout shift without an input. */
  "layout shift",
  /** When the element with the focus is removed, the focus goes to another element, never to `body`. */
  "focus",
  /** The live region announces the page of each soft navigation once. */
  "announcement",
  /** Server and browser render the same: React repairs nothing. */
  "hydration",
  "uncaught error",
  "console error",
  /** A report of the content security policy. */
  "policy report",
  /** A request to the page's own origin that failed, or was answered with 400 and above. */
  "failed request",
] as const;
export type Invariant = (typeof invariants)[number];

/** One breach of an invariant. */
export interface Finding {
  invariant: Invariant;
  /** Path and query of the page it happened on. */
  page: string;
  /** Milliseconds since the visit began. */
  at: number;
  what: string;
}

/** A breach that a test causes on purpose. */
interface Expectation {
  invariant: Invariant;
  what: RegExp;
}

/** A finding in one line. */
function toLine({ invariant, page, at, what }: Finding): string {
  return `${invariant}, ${page}, ${Math.round(at)} ms: ${what.replaceAll(/\s+/g, " ").slice(0, 400)}`;
}

/** React's errors of hydration, in words or by number, and the shell's word for them. */
export function isAboutHydration(text: string): boolean {
  return /differs from the server's HTML|Minified React error #(418|421|422|423|425)|[Hh]ydrat/.test(text);
}

/** Pages broke an invariant that the test had not announced, or did not break one that it had. */
export class InvariantError extends Error {
  override name = "InvariantError";
}

/** What a visit has found and what its test has announced. */
export class FindingList {
  readonly #found: Finding[] = [];
  readonly #expected: (Expectation & { isMet: boolean })[] = [];

  add(finding: Finding): void {
    this.#found.push(finding);
  }

  expect(invariant: Invariant, what: RegExp): void {
    this.#expected.push({ invariant, what, isMet: false });
  }

  /** Announces a finding that may happen and may not. */
  permit(invariant: Invariant, what: RegExp): void {
    this.#expected.push({ invariant, what, isMet: true });
  }

  /** One line for each finding since the last call that was not announced. */
  takeFaults(): string[] {
    const faults: string[] = [];
    for (const finding of this.#found.splice(0)) {
      const covering = this.#expected.filter(
        ({ invariant, what }) => invariant === finding.invariant && what.test(finding.what),
      );
      for (const expectation of covering) expectation.isMet = true;
      if (covering.length === 0) faults.push(toLine(finding));
    }
    return faults;
  }

  /** One line for each announced finding that did not happen. */
  listUnmet(): string[] {
    return this.#expected
      .filter(({ isMet }) => !isMet)
      .map(({ invariant, what }) => `${invariant}: announced as ${what}, and did not happen`);
  }
}
