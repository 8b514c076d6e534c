// Inlined in the preview, as the shell's boot is in every page, in the head before anything that a remote wrote: it limits which scripts
// may run, keeps events from before the core has loaded, and fetches the core. It reads trusted data before a script of a remote
// runs, and afterwards calls no function that one could have replaced. It prevents clicks on links, because a preview has one page.
import type { PreviewSet } from "../preview-set.ts";

/** What boot leaves for the core. */
export interface PreviewBoot {
  /** The class of what the workbench inlined. */
  page: string;
  queue: Event[];
  /** Replaced by the core. */
  take(event: Event): void;
}

declare global {
  interface Window {
    workbenchPreview?: PreviewBoot;
  }
}

interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL(address: string): string }): unknown;
}

const isFactory = (value: unknown): value is PolicyFactory =>
  typeof value === "object" && value !== null && "createPolicy" in value;

/** The class of the data that the workbench inlined. */
const page = document.currentScript?.dataset["page"] ?? "";

/** The addresses of scripts that may run. No prototype: `toString` is not in it. */
const allowed: Record<string, unknown> = Object.create(null);

const factory: unknown = Reflect.get(window, "trustedTypes");
if (isFactory(factory)) {
  factory.createPolicy("default", {
    createScriptURL(address) {
      if (address in allowed) return address;
      throw new TypeError(`This page does not run ${address}`);
    },
  });
}

// Islands read the address, so it is set to that of their page instead of the preview's.
const { address } = document.documentElement.dataset;
if (address?.startsWith("/") && !address.startsWith("//")) history.replaceState(null, "", address);

const boot: PreviewBoot = {
  page,
  queue: [],
  take: (event) => void boot.queue.push(event),
};
window.workbenchPreview = boot;
for (const type of ["pointerover", "focusin", "pointerdown", "click", "keydown", "input", "change"]) {
  addEventListener(type, (event) => boot.take(event), { capture: true, passive: true });
}

document.addEventListener(
  "click",
  (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (!(link instanceof HTMLAnchorElement) || link.getAttribute("href")?.startsWith("#")) return;
    event.preventDefault();
    parent.postMessage({ workbench: true, kind: "left", url: link.getAttribute("href") }, location.origin);
  },
  { capture: true },
);

addEventListener("DOMContentLoaded", () => {
  const text = document.querySelector(`#site-set.${page}`)?.textContent;
  if (!text) return;
  const { core, scripts }: PreviewSet = JSON.parse(text);
  for (const path of Object.keys(scripts)) allowed[path] = allowed[location.origin + path] = true;
  const script = document.createElement("script");
  script.crossOrigin = "anonymous";
  script.integrity = scripts[core] ?? "sha384-";
  script.src = core;
  document.head.append(script);
});
