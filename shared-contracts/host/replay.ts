import type { EarlyEvent } from "./early-event.ts";

/** Milliseconds after which a click is too old to have an effect. */
const maxAge = 10_000;

/** Does again, in order, what a visitor did before their island was live, so that its handlers see it. */
export function replayEvents(events: readonly EarlyEvent[]): void {
  const fields = new Set<Element>();
  for (const { type, target, at } of events) {
    if (!target.isConnected || performance.now() - at > maxAge) continue;
    if (type === "click") replayClick(target);
    else fields.add(target);
  }
  for (const field of fields) replayInput(field);
}

/** The browser already did its own part for these: doing it twice would undo it. A link may ask that its handlers hear of it. */
const native =
  "summary, a[href]:not([data-replay]), [popovertarget], [commandfor], [type=submit], [type=reset], label, input, select, option";

function replayClick(target: Element): void {
  if (target.closest(native) || !(target instanceof HTMLElement || target instanceof SVGElement)) return;
  const click = new MouseEvent("click", { bubbles: true, cancelable: true, composed: true, view: window });
  // Heard, and not followed once more.
  if (target.closest("a[href]")) click.preventDefault();
  target.dispatchEvent(click);
}

/**
 * React takes a field's present value for the one it knows, so a bare `input` event changes nothing. The value is set
 * to something else behind React's back and restored through the prototype's setter; the caret stays.
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

/** React's tracker remembers what was last written through the element itself. */
function trackPast(field: HTMLInputElement | HTMLTextAreaElement): void {
  const { value } = field;
  field.value = value;
}

function setNative(field: Element, prototype: object, property: string, value: unknown): void {
  Object.getOwnPropertyDescriptor(prototype, property)?.set?.call(field, value);
}
