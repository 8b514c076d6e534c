import { toDomEventType } from "@site/contracts/events/event-bus";
import { readShownPage } from "./shown-page.tsx";

/**
 * Keeps the mark above the page in step with the page that is shown, and with the place in it: a soft navigation leaves the mark as it was, and no
 * server learns of that place. The link to share leads there, and the forms come back there.
 */
export function followPage(): void {
  const mark = document.querySelector(".tester-mark");
  if (!mark) return;
  const link = mark.querySelector("a");
  const forms = mark.querySelectorAll("form");
  const follow = (): void => {
    for (const form of forms) keepPlace(form);
    if (!link) return;
    const url = new URL(link.href);
    url.searchParams.set("to", readShownPage());
    link.href = `${url.pathname}${url.search}`;
  };
  follow();
  for (const type of [toDomEventType("route:changed"), "hashchange"]) addEventListener(type, follow);
}

/** Gives the address of a form the place that is shown: the server redirects to the page, and the browser keeps the place for it. */
export function keepPlace(form: HTMLFormElement): void {
  const url = new URL(form.action);
  url.hash = location.hash;
  form.action = url.href;
}
