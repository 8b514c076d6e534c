import type { BrowserContextOptions, Page } from "playwright";
import type { SiteEventName } from "@site/contracts/events/events";
import type { OpenBrowser, Visit } from "../harness/open-browser.ts";
import type { SiteAddress } from "../harness/start-site.ts";
import { openLive } from "../releases/soft-visit.ts";

declare global {
  interface Window {
    /** What the page said about toasts and modals, such as `modal:closed one escape`. */
    heard: string[];
    /** Modal events that are to be stopped, such as `modal:before-close`. */
    stopping: string[];
  }
}

const heardEvents = [
  "toast:closed",
  "toast:refused",
  "modal:before-open",
  "modal:opened",
  "modal:before-close",
  "modal:closed",
  "modal:click-outside",
  "modal:refused",
] as const satisfies readonly SiteEventName[];

/** Opens a page and listens to what it says about toasts and modals. */
export async function openListening(
  browser: OpenBrowser,
  site: SiteAddress,
  path: string,
  options?: BrowserContextOptions,
): Promise<Visit> {
  const visited = await openLive(browser.visit(options), site, path);
  // Toasts lie above the page, and make room for each other.
  visited.permits("layout shift", /by <div class="shell-\w+" (data-ground|role="status" aria-atomic)=/);
  await visited.page.evaluate((names) => {
    window.heard = [];
    window.stopping = [];
    for (const name of names) {
      window.addEventListener(`site:${name}`, (event) => {
        if (!(event instanceof CustomEvent)) return;
        const { id, reason, problem, stop } = event.detail;
        window.heard.push([name, id, reason, problem].filter((part) => part !== undefined).join(" "));
        if (window.stopping.includes(name)) stop();
      });
    }
  }, heardEvents);
  return visited;
}

export function listHeard({ page }: Visit): Promise<string[]> {
  return page.evaluate(() => window.heard);
}

/** Sends an event as a remote would. */
export function send(page: Page, name: SiteEventName, detail: unknown): Promise<void> {
  return page.evaluate(
    ([type, given]) => void window.dispatchEvent(new CustomEvent(`site:${String(type)}`, { detail: given })),
    [name, detail],
  );
}

/** Makes a dialog as a remote would, and asks for it to be shown: 300 px high, with a field and a button that closes it. */
export async function requestOwn(page: Page, id: string, edge?: "top" | "right" | "bottom" | "left"): Promise<void> {
  await page.evaluate(
    ([name = "", side]) => {
      const dialog = document.createElement("dialog");
      dialog.dataset["test"] = name;
      dialog.ariaLabel = name;
      dialog.style.height = "300px";
      const text = document.createElement("p");
      text.textContent = `This is the modal ${name}.`;
      const field = document.createElement("input");
      field.ariaLabel = `field of ${name}`;
      const close = document.createElement("button");
      close.dataset["modalClose"] = "";
      close.textContent = "Done";
      dialog.append(text, field, close);
      document.getElementById("app")?.append(dialog);
      window.dispatchEvent(new CustomEvent("site:modal:requested", { detail: { id: name, dialog, edge: side } }));
    },
    [id, edge],
  );
}

/** A dialog of {@link requestOwn}. */
export function ownDialog(page: Page, id: string) {
  return page.locator(`dialog[data-test="${id}"]`);
}
