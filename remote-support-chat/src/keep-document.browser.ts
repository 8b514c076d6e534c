import type { EventBus } from "@site/contracts/events/event-bus";

/**
 * Keeps the page's title and viewport as the site has them: the vendor's script blinks in the one and forbids zooming in the
 * other. When the site itself changes the title, on a soft navigation, an event says so.
 */
export function keepDocument(bus: EventBus): void {
  let { title } = document;
  const viewport = document.querySelector<HTMLMetaElement>('meta[name="viewport"]');
  const content = viewport?.content ?? "";
  bus.on("route:changed", () => {
    ({ title } = document);
  });
  const observer = new MutationObserver(() => {
    if (document.title !== title) document.title = title;
    if (viewport && viewport.content !== content) viewport.content = content;
  });
  const titleElement = document.querySelector("head > title");
  if (titleElement) observer.observe(titleElement, { childList: true, characterData: true, subtree: true });
  if (viewport) observer.observe(viewport, { attributeFilter: ["content"] });
}
