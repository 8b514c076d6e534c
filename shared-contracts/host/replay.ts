import type { EarlyEvent } from "./early-event.ts";

/** Milliseconds after which a click is not replayed. */
const maxClickAgeMs = 10_000;

/** Dispatches again, in order, the events from before the island was hydrated, so that its handlers get them. */
export function replayEvents(events: readonly EarlyEvent[]): void {
  const fields = new Set<Element>();
  for (const { type, target, at } of events) {
    if (!target.isConnected || performance.now() - at > maxClickAgeMs) continue;
    if (type === "click") replayClick(target);
    else fields.add(target);
  }
  for (const field of fields) replayInput(field);
}

/** The browser has performed its default action for these already; a second click would undo it. `data-replay` opts a link in. */
const native =
  "summary, a[href]:not([data-replay]), [popovertarget], [commandfor], [type=submit], [type=reset], label, input, select, option";

function replayClick(target: Element): void {
  if (target.closest(native) || !(target instanceof HTMLElement || target instanceof SVGElement)) return;
  const click = new MouseEvent("click", { bubbles: true, cancelable: true, composed: true, view: window });
  // Handlers get the click, and the browser does not follow the link again.
  if (target.closest("a[href]")) click.preventDefault();
  target.dispatchEvent(click);
}

/**
 * React ignores an `input` event when the field's value equals the value that it recorded. So the value is changed, and restored through
 * the prototype's setter, which React does not record; the caret stays.
 */
function replayInput(field: Element): void {
  if (field instanceof HTMLInputElement && (field.type === "checkbox" || field.type === "radio")) {
    const { checked } = field;
    setNative(field, HTMLInputElement.prototype, "checked", !checked);
    field.click();
    return;
  }
  if (isTextField(field)) {
    const { value, selectionStart, selectionEnd } = field;
    const prototype = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
    setNative(field, prototype, "value", `${value} `);
    trackPast(field);
    setNative(field, prototype, "value", value);
    if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd);
  }
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

function isTextField(field: Element): field is HTMLInputElement | HTMLTextAreaElement {
  return (
    field instanceof HTMLTextAreaElement ||
    (field instanceof HTMLInputElement &&
      !/^(checkbox|radio|button|submit|reset|file|image|color|range)$/.test(field.type))
  );
}

/** Writes the value through the element itself, which makes React record it. */
function trackPast(field: HTMLInputElement | HTMLTextAreaElement): void {
  const { value } = field;
  field.value = value;
}

function setNative(field: Element, prototype: object, property: string, value: unknown): void {
  Object.getOwnPropertyDescriptor(prototype, property)?.set?.call(field, value);
}
