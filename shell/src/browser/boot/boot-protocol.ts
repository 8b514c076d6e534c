import type { BrowserRelease } from "@site/contracts/releases/browser-set";

/** The part of the inlined browser set that the inline scripts read. */
export interface InlinedSet {
  packages: { shell: BrowserRelease; [name: string]: BrowserRelease };
}

/** What boot leaves for the core: the events that happened before it, and where to send those that follow. */
export interface BootHandover {
  /** The attributes of boot's own script element: `page` marks what the server inlined, `nav` is how the site is embedded by configuration. */
  dataset: DOMStringMap;
  /** Lets a script of a release run in this document, by its path below `/_release/`. */
  allow(path: string): void;
  /** Fetches the core, once the document was read as far as the list of its scripts. */
  start(): void;
  /** Events inside islands that are not hydrated yet, oldest first. */
  queue: Event[];
  /** Replaced by the page end until the first event inside an island, and by the core. Until then events go into the queue. */
  take(event: Event): void;
}

/** What we use of the platform's Trusted Types, which TypeScript's DOM library leaves out. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL?(address: string): string; createHTML?(html: string): string },
  ): {
    createHTML(html: string): string;
  };
}

declare global {
  interface Window {
    __site?: BootHandover;
    trustedTypes?: TrustedTypes;
  }
}

/** Events that fetch the core: the likely ones only announce an interaction with an island, the others trigger it. */
export const likelyEvents = ["pointerover", "focusin"] as const;
export const triggerEvents = ["pointerdown", "click", "keydown", "input", "change"] as const;

/** Milliseconds after the load event at which the core is fetched on a page without input (B186). */
export const coreDelayMs = 1000;
