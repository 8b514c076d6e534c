import { toDomEventType } from "@site/contracts/events/event-bus";

/** Keeps the link to share in the mark above the page leading to the page that is shown: a soft navigation leaves the mark as it was. */
export function followPage(): void {
  const link = document.querySelector<HTMLAnchorElement>(".tester-mark a");
  if (!link) return;
  addEventListener(toDomEventType("route:changed"), () => {
    const url = new URL(link.href);
    url.searchParams.set("to", `${location.pathname}${location.search}`);
    link.href = `${url.pathname}${url.search}`;
  });
}
