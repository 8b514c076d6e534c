import { focusOn } from "../modal/keep-focus.ts";

/**
 * Says what a toast or a modal would have said, when nothing is there to draw one: its title and text, until it is pressed,
 * which does what a press on the toast would have done. The same text is said once.
 */
export function showPlainly(detail: object): void {
  const parts: unknown[] = [Reflect.get(detail, "title"), Reflect.get(detail, "text")];
  const text = parts.filter((part) => typeof part === "string").join("\n");
  if (!text) return;
  const note = document.createElement("button");
  note.className = "plain-note";
  note.textContent = text;
  // What is outside of a modal cannot be read; the last one is on top.
  const place = [...document.querySelectorAll("dialog:modal")].at(-1) ?? document.body;
  const region = place.querySelector(":scope > .plain-notes") ?? document.createElement("div");
  region.className = "plain-notes";
  region.role = "alert";
  note.addEventListener("click", () => {
    note.remove();
    const click: unknown = Reflect.get(detail, "click");
    if (typeof click === "function") click();
    // What is left takes the focus: another note, the dialog, or the page's content.
    [region.querySelector("button"), place, document.getElementById("content")].some(focusOn);
  });
  place.append(region);
  if (![...region.children].some((one) => one.textContent === text)) region.append(note);
}
