// Inlined in the preview, as the shell's boot is in every page: it limits which scripts may run, keeps what happens
// before the core is there, and fetches the core. It takes links from their pages: here is only one.
import type { PreviewSet } from "../preview-set.ts";

/** What boot leaves for the core. */
export interface PreviewBoot {
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
const readSet = (): PreviewSet => JSON.parse(document.getElementById("site-set")?.textContent ?? "{}");

const factory: unknown = Reflect.get(window, "trustedTypes");
if (isFactory(factory)) {
  factory.createPolicy("default", {
    createScriptURL(address) {
      const url = new URL(address, location.href);
      if (url.origin === location.origin && !url.search && Object.hasOwn(readSet().scripts, url.pathname))
        return address;
      throw new TypeError(`This page does not run ${address}`);
    },
  });
}

// Islands read the address: it is that of the page they stand on, not that of this preview.
const { address } = document.documentElement.dataset;
if (address?.startsWith("/") && !address.startsWith("//")) history.replaceState(null, "", address);

const boot: PreviewBoot = {
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
  const { core, scripts } = readSet();
  const script = document.createElement("script");
  script.crossOrigin = "anonymous";
  script.integrity = scripts[core] ?? "sha384-";
  script.src = core;
  document.head.append(script);
});
