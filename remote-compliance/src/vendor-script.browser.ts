/** Milliseconds a third party may take before the log says so. What comes later is used all the same. */
export const patience = 5000;

/**
 * Adds a third party's script to the document. Call it after the load event only: a script that is added earlier holds
 * that event up.
 * @param onProblem told when the browser did not get it, would not run it, or is still waiting
 */
export function addVendorScript(url: string, onProblem: (problem: unknown) => void, attributes: Readonly<Record<string, string>> = {}): void {
  const script = document.createElement("script");
  for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value);
  const late = setTimeout(onProblem, patience, `${url} did not come within ${patience} ms`);
  script.addEventListener("load", () => clearTimeout(late));
  script.addEventListener("error", () => onProblem(`${url} could not be loaded`));
  // The page's default Trusted Types policy throws for a host the page does not allow.
  script.src = url;
  document.head.append(script);
}
