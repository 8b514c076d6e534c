import type { EventBus } from "@site/contracts/events/event-bus";
import { painted } from "./painted.ts";

/**
 * Shows the brand's typeface from the next soft navigation on (B293). With `font-display: optional` a document that was painted before the font
 * arrived never uses it. So the same file, which is in the cache by now, is added as a second font face. Each change of font faces makes the browser lay
 * out the whole page again, so the change waits until the next page is painted, while the overlay fades. After back or forward to a page that is not at its
 * top, the faces stay as they are, and the next navigation changes them.
 * @param folder the address of the release's browser files
 */
export function followBrandFace(bus: EventBus, folder: string): void {
  const face = new FontFace("Archivo", `url(${folder}archivo.woff2)`, { weight: "400 800", stretch: "100% 125%" });
  // When the file does not load, the text stays in the substitute typeface.
  face.load().catch(() => undefined);
  bus.on("route:changed", async () => {
    // The document's own face has the letters of its first headline only: no other headline is shown in it.
    document.querySelector("main>style+style")?.remove();
    // The new face changes the length of lines. So it is added before the page scrolls to a fragment, and not while the page is scrolled.
    if (!location.hash) {
      await painted();
      if (scrollY) return;
    }
    document.querySelector("main>style")?.remove();
    if (face.status === "loaded") document.fonts.add(face);
  });
}
