import type { PackageName } from "@site/contracts/names/package-name";
import type { PagePayload } from "@site/contracts/pages/payload";

/** A start tag without an end tag: the browser puts the rest of the region into the element, and closes it at the end of the region. */
const unclosed = "<section>";

/** HTML with an unclosed element at the start of each region of a remote: React finds other elements than it renders. */
export function leaveOpen(html: string, remote: PackageName): string {
  // Safe on the whole document: its JSON data contains no `<`, and its attributes contain no `>`.
  const starts = new RegExp(`<div (?:id="single-spa-application:|data-slot=")${remote}/[^>]*>`, "g");
  return html.replaceAll(starts, (start) => `${start}${unclosed}`);
}

/** The same for a payload, whose HTML of a slot is the content of the region. */
export function leavePayloadOpen(payload: PagePayload, remote: PackageName): PagePayload {
  return {
    ...payload,
    slots: payload.slots.map((slot) => {
      const html = leaveOpen(slot.html, remote);
      return { ...slot, html: slot.application.startsWith(`${remote}/`) ? `${unclosed}${html}` : html };
    }),
  };
}
