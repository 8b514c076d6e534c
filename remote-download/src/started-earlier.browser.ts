import { type Client, clients } from "@site/contracts/visitor/client";

/**
 * Whether the browser continues the page's fetches when a download begins. Firefox and Safari cancel pictures, fonts and scripts. Chromium continues,
 * and only Chromium has this property.
 */
export const keepsFetching = (): boolean => "userAgentData" in navigator;

/** Records a started download on the page's element, because the page's island receives no events before it hydrates. */
export function noteStarted(page: HTMLElement, client: Client): void {
  page.dataset["started"] = client;
}

/** The download that started on the page around an element before its island hydrated; undefined when there was none. */
export function findStarted(inside: Element | null): Client | undefined {
  const started = inside?.closest<HTMLElement>("[data-started]")?.dataset["started"];
  return clients.find((client) => client === started);
}

/**
 * Reports a download to the page's island from a button of its frame, such as the header's. A page without interaction so far is hydrated for it, as
 * by a change within it.
 */
export function tellPage(client: Client): void {
  const page = document.querySelector<HTMLElement>('[data-island="download/page"]');
  // When the page's code would be cancelled, the report would appear much later, at the next interaction.
  if (!page || !keepsFetching()) return;
  noteStarted(page, client);
  page.firstElementChild?.dispatchEvent(new Event("change", { bubbles: true }));
}
