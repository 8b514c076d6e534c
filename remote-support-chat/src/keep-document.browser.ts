import type { EventBus } from "@site/contracts/events/event-bus";

/** The page's heading, which the site changes with each title of its own, and no vendor does. */
function readHeading(): string | null | undefined {
  return document.querySelector("main > h1")?.textContent;
}

/**
 * Keeps the page's title and viewport as the site has them: the vendor's script blinks in the one and forbids zooming in the
 * other. When the site itself changes the title, on a soft navigation, an event says so; without a connection no page is
 * shown and no event comes, and the heading has changed with the title.
 */
export function keepDocument(bus: EventBus): void {
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
    if (readHeading() !== heading) adopt();
    else if (document.title !== title) document.title = title;
    if (viewport && viewport.content !== content) viewport.content = content;
  });
  const titleElement = document.querySelector("head > title");
  if (titleElement) observer.observe(titleElement, { childList: true, characterData: true, subtree: true });
  if (viewport) observer.observe(viewport, { attributeFilter: ["content"] });
}
