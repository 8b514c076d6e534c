/** Milliseconds after which the log reports that a third party did not respond. A later response is still used. */
export const vendorTimeoutMs = 5000;

/**
 * Adds a third party's script to the document. Call it after the load event only: a script that is added earlier delays that event.
 * @param onProblem called when the browser failed to fetch or run it, or is still waiting
 */
export function addVendorScript(
  url: string,
  onProblem: (problem: unknown) => void,
  attributes: Readonly<Record<string, string>> = {},
): void {
  const script = document.createElement("script");
  for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value);
  const late = setTimeout(onProblem, vendorTimeoutMs, `${url} did not come within ${vendorTimeoutMs} ms`);
  script.addEventListener("load", () => clearTimeout(late));
  script.addEventListener("error", () => onProblem(`${url} could not be loaded`));
  // The page's default Trusted Types policy throws for a host the page does not allow.
  script.src = url;
  document.head.append(script);
}
