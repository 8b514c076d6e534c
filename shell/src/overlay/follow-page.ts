import { toDomEventType } from "@site/contracts/events/event-bus";
import { readShownPage } from "./shown-page.tsx";

/**
 * Keeps the link to share in the mark above the page leading to the page that is shown, and to the place in it: a soft navigation leaves the mark as
 * it was, and no server learns of that place.
 */
export function followPage(): void {
  const link = document.querySelector<HTMLAnchorElement>(".tester-mark a");
  if (!link) return;
  const follow = (): void => {
    const url = new URL(link.href);
    url.searchParams.set("to", readShownPage());
    link.href = `${url.pathname}${url.search}`;
  };
  follow();
  for (const type of [toDomEventType("route:changed"), "hashchange"]) addEventListener(type, follow);
}
