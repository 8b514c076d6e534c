import type { PackageName } from "@site/contracts/names/package-name";
import type { PagePayload } from "@site/contracts/pages/payload";

/** Not closed, so it takes in all that follows in its region; the browser closes it where the region ends. */
const unclosed = "<section>";

/** HTML in which an element is not closed at the start of each region of a remote. React finds other elements than it renders. */
export function leaveOpen(html: string, remote: PackageName): string {
  // In data of the page no `<` stands, and in attributes no `>`.
  const starts = new RegExp(`<div (?:id="single-spa-application:|data-slot=")${remote}/[^>]*>`, "g");
  return html.replaceAll(starts, (start) => `${start}${unclosed}`);
}

/** The same of a page as data: what it says of a slot is what stands inside of it. */
export function leavePayloadOpen(payload: PagePayload, remote: PackageName): PagePayload {
  return {
    ...payload,
    slots: payload.slots.map((slot) => {
      const html = leaveOpen(slot.html, remote);
      return { ...slot, html: slot.application.startsWith(`${remote}/`) ? `${unclosed}${html}` : html };
    }),
  };
}
