/**
 * Adds a third party's script to the document. Call it after the load event only: a script that is added earlier holds
 * that event up. Resolves when the script has run.
 * @throws Error when the browser did not get it, or would not run it
 */
export function addVendorScript(url: string, attributes: Readonly<Record<string, string>> = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value);
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`${url} could not be loaded`));
    // The page's default Trusted Types policy throws for a host the page does not allow.
    script.src = url;
    document.head.append(script);
  });
}
