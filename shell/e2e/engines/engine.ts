/** A browser of another kind than the one most tests use, with one window: what a test needs of it. */
export interface Engine {
  /** Opens an address and waits until its document is loaded. */
  open(url: string): Promise<void>;
  /** The address that is open. */
  url(): Promise<string>;
  /** The text of the first element that matches, as it stands in the document. */
  text(selector: string): Promise<string>;
  /** Presses on the first element that matches and can be seen, as a pointer does. @throws when there is none */
  click(selector: string): Promise<void>;
  /** Runs a function in the page, with what it is given. Both ways, only what JSON can say gets through. */
  evaluate<G>(run: (given: G) => unknown, given: G): Promise<unknown>;
  /** Runs functions in each document from the next one on: before its own scripts in Firefox, with the first command it is given in WebKit. */
  watch(observers: readonly (() => void)[]): Promise<void>;
  back(): Promise<void>;
  size(width: number, height: number): Promise<void>;
  /** Ends the browser. */
  close(): Promise<void>;
}

/** Marks the first element that matches and can be seen, so that a driver finds that one. Runs in the page. */
export function markVisible(selector: string): boolean {
  for (const old of document.querySelectorAll("[data-pressed]")) old.removeAttribute("data-pressed");
  const found = [...document.querySelectorAll(selector)].find((one) =>
    one.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
  );
  found?.setAttribute("data-pressed", "");
  found?.scrollIntoView({ block: "center", behavior: "instant" });
  return found !== undefined;
}

/** What `markVisible` has marked. */
export const marked = "[data-pressed]";
