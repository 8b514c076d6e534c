import { focusOn } from "../modal/keep-focus.ts";

/**
 * Shows the title and text of a toast or a modal whose code did not load. A press closes the note and calls the callback of the toast.
 * The same text is shown once.
 */
export function showPlainly(detail: object): void {
  const parts: unknown[] = [Reflect.get(detail, "title"), Reflect.get(detail, "text")];
  const text = parts.filter((part) => typeof part === "string").join("\n");
  if (!text) return;
  const note = document.createElement("button");
  note.className = "plain-note";
  note.textContent = text;
  // Content outside of a modal is inert, so the note goes into the topmost one, which is the last.
  const place = [...document.querySelectorAll("dialog:modal")].at(-1) ?? document.body;
  const region = place.querySelector(":scope > .plain-notes") ?? document.createElement("div");
  region.className = "plain-notes";
  region.role = "alert";
  note.addEventListener("click", () => {
    note.remove();
    const click: unknown = Reflect.get(detail, "click");
    if (typeof click === "function") click();
    // The focus goes to another note, else to the dialog, else to the page's content.
    [region.querySelector("button"), place, document.getElementById("content")].some(focusOn);
  });
  place.append(region);
  if (![...region.children].some((one) => one.textContent === text)) region.append(note);
}
