/** Shows the one part of an element that is for a state, and hides the others. */
export function showState(root: HTMLElement, state: string): void {
  for (const part of root.querySelectorAll<HTMLElement>("[data-state]")) part.hidden = part.dataset["state"] !== state;
}

/** Reads the page anew where the browser kept it as it was left: what it says, and its buttons, are of that moment. */
export function followReturns(): void {
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) location.reload();
  });
}

/** Puts a text into the places of an element that are for it. */
export function fill(root: HTMLElement, name: string, text: string): void {
  for (const place of root.querySelectorAll(`[data-text="${name}"]`)) place.textContent = text;
}

/** Whether a list of key ids, as a page has it, names a key. Pages have the first digits only. */
export function isListed(root: HTMLElement, keyId: string, list: "keys" | "ended" = "keys"): boolean {
  return (root.dataset[list] ?? "").split(" ").includes(keyId.slice(0, 12));
}
