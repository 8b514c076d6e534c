import type { EventBus } from "@site/contracts/events/event-bus";

/**
 * Shows the brand's typeface from the next soft navigation on (B293). With `font-display: optional` a document that was painted before the font
 * arrived never uses it. So the same file, which is in the cache by now, is added as a second font face in the task that shows the next page.
 * @param folder the address of the release's browser files
 */
export function followBrandFace(bus: EventBus, folder: string): void {
  const face = new FontFace("Archivo", `url(${folder}archivo.woff2)`, { weight: "400 800", stretch: "100% 125%" });
  // When the file does not load, the text stays in the substitute typeface.
  face.load().catch(() => undefined);
  bus.on("route:changed", () => {
    if (face.status === "loaded") document.fonts.add(face);
    // The document's own face has the letters of its first headline only.
    document.querySelector("main > style")?.remove();
  });
}
