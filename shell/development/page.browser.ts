// Put into every page by the development server, and by no other: it follows what is saved and shows what is wrong. It is sent as it
// stands here without its types, behind the modules that it imports.
import { keepModals, noteModals, restoreModals } from "./keep-modals.browser.ts";
import { hydrate, keepIslands, type KeptIsland, noteHydration, restoreIslands } from "./keep-state.browser.ts";

interface Told {
  /** Changes when a page may have changed. */
  turn: number;
  problems: { kind: string; text: string; file?: string; line?: number; column?: number; frame?: string }[];
  /** The paths of pages that have changed. */
  changed?: string[];
}

const ownScript = document.currentScript;
const etag = ownScript?.dataset["etag"] ?? "";
/** Whether this page stands in for one that the site cannot answer with yet: what was kept stays for that one. */
const isStarting = etag === "starting";
/** Milliseconds until a site that could not answer is asked again. */
const retryMs = 500;
const stateKey = "site-development";
const fieldsQuery = "input:not([type=password], [type=file]), textarea, select";
const focusQuery = `${fieldsQuery}, a[href], button, summary, [tabindex]`;
/** The turn that the page is of: the one in which it was asked for, or a later one in which it has not changed. */
const followed = { turn: Number(ownScript?.dataset["turn"]) };
/** Whether this page has what was kept of the one before. */
let isRestored = false;

/** What a visitor did in the page, by the order of its elements. */
interface KeptPage {
  address: string;
  scroll: number;
  fields: { value: string; checked: boolean }[];
  open: boolean[];
  /** The ids of open popovers, and of those that became modals. */
  popovers: string[];
  focus: number;
  islands: KeptIsland[];
  modals: Record<string, unknown>[];
}

function listFields(): (HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement)[] {
  return [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>(fieldsQuery)];
}

function listFocusable(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(focusQuery)];
}

function keepPage(): void {
  const fields = listFields();
  const kept: KeptPage = {
    address: location.href,
    scroll: scrollY,
    fields: fields.map((field) => ({
      value: field.value,
      checked: field instanceof HTMLInputElement && field.checked,
    })),
    open: [...document.querySelectorAll("details")].map(({ open }) => open),
    popovers: [...document.querySelectorAll(":popover-open, dialog[popover]:modal")].map(({ id }) => id),
    focus: listFocusable().findIndex((element) => element === document.activeElement),
    islands: keepIslands(),
    modals: keepModals(),
  };
  sessionStorage.setItem(stateKey, JSON.stringify(kept));
}

/** A changed field says so, as when it was typed into: its island hydrates and has the value too. */
function restorePage(): void {
  isRestored = true;
  const text = sessionStorage.getItem(stateKey);
  sessionStorage.removeItem(stateKey);
  if (text === null) return;
  const kept: KeptPage = JSON.parse(text);
  if (kept.address !== location.href) return;
  document.querySelectorAll("details").forEach((details, index) => {
    details.open = kept.open[index] ?? details.open;
  });
  const fields = listFields();
  fields.forEach((field, index) => {
    const before = kept.fields[index];
    if (
      !before ||
      (field.value === before.value && !(field instanceof HTMLInputElement && field.checked !== before.checked))
    )
      return;
    if (field instanceof HTMLInputElement) field.checked = before.checked;
    field.value = before.value;
    for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
  });
  for (const id of kept.popovers) {
    document.getElementById(id)?.showPopover();
    hydrate(document.querySelector(`[popovertarget="${CSS.escape(id)}"]`));
  }
  listFocusable()[kept.focus]?.focus({ preventScroll: true });
  restoreIslands(kept.islands);
  restoreModals(kept.modals);
  scrollTo(0, kept.scroll);
  // Again after the load, because pictures and fonts may have moved the content.
  addEventListener("load", () => requestAnimationFrame(() => scrollTo(0, kept.scroll)), { once: true });
}

/** Reloads the page when it is another one by now, and keeps where the visitor was. While the site cannot answer, it is asked again until the next turn. */
async function follow({ turn, changed = [] }: Told): Promise<void> {
  followed.turn = turn;
  if (changed.includes(location.pathname)) return reload();
  while (followed.turn === turn) {
    const latest = await readLatest();
    if (latest === etag) return;
    if (latest !== undefined) return reload();
    await new Promise((resolve) => setTimeout(resolve, retryMs));
  }
}

/** The version of the page that the site has now; undefined while it has none. */
async function readLatest(): Promise<string | undefined> {
  try {
    const answer = await fetch(location.href, { headers: { "x-development": "follow" }, cache: "no-store" });
    return answer.headers.get("x-development-etag") ?? (answer.status === 503 ? undefined : etag);
  } catch {
    return undefined;
  }
}

function reload(): void {
  try {
    // Until then the page before's state is still kept, and this page has none.
    if (isRestored) keepPage();
  } finally {
    location.reload();
  }
}

function toElement(name: string, text: string, css: string): HTMLElement {
  const element = document.createElement(name);
  element.textContent = text;
  element.style.cssText = css;
  return element;
}

/** Shows the problems above the page, in a root of their own that no style of the site reaches. */
function show({ problems }: Told): void {
  document.querySelector("site-development")?.remove();
  if (problems.length === 0) return;
  const host = document.createElement("site-development");
  const box = toElement(
    "section",
    "",
    "position:fixed;inset:auto 0 0 0;max-height:60vh;overflow:auto;z-index:2147483647;background:#1b0f10;color:#ffe9e6;border-top:3px solid #ff6b5e;padding:12px 16px;font:14px/1.45 ui-monospace,monospace",
  );
  box.setAttribute("role", "alert");
  const close = toElement(
    "button",
    "Close",
    "float:right;font:inherit;color:inherit;background:#4a2323;border:1px solid #ff6b5e;padding:2px 10px",
  );
  close.addEventListener("click", () => host.remove());
  box.append(close);
  for (const { kind, text, file, line, column, frame } of problems) {
    const place = [file, line, column].filter((part) => part !== undefined).join(":");
    box.append(
      toElement(
        "h2",
        `${kind}${place === "" ? "" : ` · ${place}`}`,
        "font:inherit;font-weight:700;margin:8px 0 2px;color:#ff9d92",
      ),
    );
    box.append(toElement("p", text, "margin:0 0 4px;white-space:pre-wrap"));
    if (frame !== undefined)
      box.append(
        toElement("pre", frame, "margin:0 0 8px;white-space:pre;overflow:auto;background:#0d0808;padding:8px"),
      );
  }
  host.attachShadow({ mode: "open" }).append(box);
  document.documentElement.append(host);
}

const stream = new EventSource("/_development/events");
stream.addEventListener("message", ({ data }) => {
  const told: Told = JSON.parse(String(data));
  // Before the body is there nothing can be shown in it, and after a restart the page may be another one.
  if (followed.turn !== told.turn) void follow(told);
  show(told);
});
noteHydration();
noteModals();
if (!isStarting) addEventListener("DOMContentLoaded", restorePage);
