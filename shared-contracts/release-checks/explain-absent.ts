import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Explained } from "./explain-thrown.ts";
import type { Place } from "./release-check.ts";

/** Globals of browsers that are undefined on the server. An error about one names the property that was read, and not the global. */
const absent = new Set(
  [
    "window document navigator location history screen localStorage sessionStorage self",
    "performance crypto indexedDB caches customElements visualViewport CSS matchMedia",
    "fetch setInterval clearInterval requestAnimationFrame cancelAnimationFrame requestIdleCallback",
    "queueMicrotask structuredClone getComputedStyle addEventListener removeEventListener alert atob btoa",
    "XMLHttpRequest WebSocket EventSource BroadcastChannel AbortController Headers Request Response FormData",
    "Blob File FileReader Image Audio DOMParser CustomEvent Event",
    "IntersectionObserver ResizeObserver MutationObserver PerformanceObserver",
  ].flatMap((names) => names.split(" ")),
);

/**
 * Explains an error about something that only browsers have.
 * @param root the folder of the package, where its sources are at hand
 * @param place where the error was thrown
 */
export function explainAbsent(problem: string, root: string | undefined, place: Place): Explained | undefined {
  const source = readSource(root, place);
  const called = /^(\w+) is not a (?:function|constructor)\.?$/.exec(problem)?.[1];
  const isOfUndefined = /^Cannot (?:read properties|set properties|destructure .*) of undefined/.test(problem);
  const name = called ?? (isOfUndefined ? findOwner(source, place) : undefined);
  if (name === undefined || !absent.has(name) || isOwn(source, name)) return undefined;
  return {
    problem: `it uses ${name}, which servers do not have.`,
    change: "Use it in the browser, once the island is hydrated: in an effect, or in what a press calls.",
  };
}

function readSource(root: string | undefined, { file }: Place): string {
  if (root === undefined || file === undefined || !existsSync(join(root, file))) return "";
  return readFileSync(join(root, file), "utf8");
}

/** The name in front of a property at a place, such as `window` of `window.innerWidth`. */
function findOwner(source: string, { line = 1, column = 1 }: Place): string | undefined {
  const written = source.split("\n")[line - 1] ?? "";
  return /(?<![\w.$])(\w+)\s*[.[]\s*["']?$/.exec(written.slice(0, column - 1))?.[1];
}

/** Whether a file declares a name itself: as a constant, by destructuring, as a parameter or an import. */
function isOwn(source: string, name: string): boolean {
  return new RegExp(
    String.raw`(?:\b(?:const|let|var|function|as|import)\s+|[{(,]\s*|:\s*)${name}\s*(?:[=,:})?]|from\b)`,
  ).test(source);
}
