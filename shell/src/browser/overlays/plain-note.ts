import { focusOn } from "../modal/keep-focus.ts";

/**
 * Says what a toast or a modal would have said, when nothing is there to draw one: its title and text, until it is
 * pressed. Nothing was parsed, so nothing but text is taken from it.
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
    // What is left takes the focus: another note, the dialog, or the page's content.
    [region.querySelector("button"), place, document.getElementById("content")].some(focusOn);
  });
  place.append(region);
  region.append(note);
}
