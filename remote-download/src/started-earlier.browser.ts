import { type Client, clients } from "@site/contracts/visitor/client";

/**
 * Whether the browser goes on with what the page is fetching when a download begins. Firefox and Safari give up pictures, fonts and scripts then.
 * Chromium goes on, and of the three it alone has this property.
 */
export const keepsFetching = (): boolean => "userAgentData" in navigator;

/** Notes on a page's own element what was started there before the page's island hydrates, which hears no earlier event. */
export function noteStarted(page: HTMLElement, client: Client): void {
  page.dataset["started"] = client;
}

/** What was started on the page around an element before its island hydrated; undefined when nothing was. */
export function findStarted(inside: Element | null): Client | undefined {
  const started = inside?.closest<HTMLElement>("[data-started]")?.dataset["started"];
  return clients.find((client) => client === started);
}

/**
 * Tells the download page around a button of its frame, such as the header's, what the button started. A page that was not touched yet is hydrated
 * to say it, as by a change within it.
 */
export function tellPage(client: Client): void {
  const page = document.querySelector<HTMLElement>('[data-island="download/page"]');
  // Where the code of the page would not come, it would say so much later, at a touch.
  if (!page || !keepsFetching()) return;
  noteStarted(page, client);
  page.firstElementChild?.dispatchEvent(new Event("change", { bubbles: true }));
}
