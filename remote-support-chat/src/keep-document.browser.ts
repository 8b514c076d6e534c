import type { EventBus } from "@site/contracts/events/event-bus";

/** The page's heading, which the site changes together with the title, and no vendor changes. */
function readHeading(): string | null | undefined {
  return document.querySelector("main > h1")?.textContent;
}

/**
 * Restores the page's title and viewport: the vendor's script makes the title blink and disables zooming in the viewport. When the site itself
 * changes the title, on a soft navigation, an event reports it; without a connection there is no event, but the heading changes with the title.
 * @param onUnreported called when the page has changed without an event
 */
export function keepDocument(bus: EventBus, onUnreported: () => void): void {
  let { title } = document;
  let heading = readHeading();
  const adopt = (): void => {
    ({ title } = document);
    heading = readHeading();
  };
  const viewport = document.querySelector<HTMLMetaElement>('meta[name="viewport"]');
  const content = viewport?.content ?? "";
  bus.on("route:changed", adopt);
  const observer = new MutationObserver(() => {
    if (readHeading() !== heading) {
      adopt();
      onUnreported();
    } else if (document.title !== title) document.title = title;
    if (viewport && viewport.content !== content) viewport.content = content;
  });
  const titleElement = document.querySelector("head > title");
  if (titleElement) observer.observe(titleElement, { childList: true, characterData: true, subtree: true });
  if (viewport) observer.observe(viewport, { attributeFilter: ["content"] });
}
