import { type Client, clients } from "@site/contracts/visitor/client";

/** Notes on a page's own element what was started there before the page's island hydrates, which hears no earlier event. */
export function noteStarted(page: HTMLElement, client: Client): void {
  page.dataset["started"] = client;
}

/** What was started on the page around an element before its island hydrated; undefined when nothing was. */
export function findStarted(inside: Element | null): Client | undefined {
  const started = inside?.closest<HTMLElement>("[data-started]")?.dataset["started"];
  return clients.find((client) => client === started);
}
