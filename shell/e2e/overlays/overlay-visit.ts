import type { BrowserContextOptions, Page } from "playwright";
import type { SiteEventName } from "@site/contracts/events/events";
import { afterAll, beforeAll } from "vitest";
import type { OpenBrowser, Visit } from "../harness/open-browser.ts";
import type { SiteAddress } from "../harness/start-site.ts";
import { waitUntil } from "../harness/wait-until.ts";
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
  // Toasts lie above the page and slide to make room for each other. For one that slides already, the browser counts where it would be without.
  visited.permits(
    "layout shift",
    /(by|and) (<div class="shell-\w+" (data-ground|role="status" aria-atomic)=|a text from [\d.]+,[\d.]+ 442x)/,
  );
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

/**
 * A page that is opened once, for tests that follow each other on it. Each call takes away what the test before left there, and begins to
 * listen anew.
 */
export function useInTurn(open: () => Promise<Visit>): () => Promise<Visit> {
  let visited: Visit | undefined;
  beforeAll(async () => {
    visited = await open();
  });
  afterAll(() => visited?.close());
  return async () => {
    if (!visited) throw new Error("The page is not open.");
    await clear(visited);
    return visited;
  };
}

async function clear({ page, messages, requests }: Visit): Promise<void> {
  // Away from where toasts are: they stay while the pointer is on them.
  await page.mouse.move(20, 600);
  await page.evaluate(() => {
    window.stopping = [];
    // Focus that goes with what is taken away would count as lost.
    document.getElementById("content")?.focus({ preventScroll: true });
    for (const dialog of document.querySelectorAll("dialog[data-test]")) dialog.remove();
    if (document.querySelector("[data-toast]"))
      window.dispatchEvent(new CustomEvent("site:toast:cleared", { detail: {} }));
  });
  await waitUntil(() => page.evaluate(() => document.querySelector("dialog:modal, [data-toast]") === null), {
    what: "the end of what the test before left",
  });
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    scrollTo({ top: 0, behavior: "instant" });
    window.heard = [];
  });
  messages.length = 0;
  requests.length = 0;
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
