// Inlined in every page, at the top of the body: at most 1 KB. It makes the page right before it is painted, keeps what
// visitors do before any other script is there, and fetches the core when it is needed.
import type { BrowserSet } from "@site/contracts/release-set";
import { pickSystem } from "@site/contracts/system";
import { toEmbeddingClass } from "../layout/embedding-class.ts";
import { type BootHandover, coreDelay, likelyEvents, triggerEvents } from "./boot-protocol.ts";

const { documentElement: root, body } = document;
const { userAgent: agent, maxTouchPoints } = navigator;
const query = new URLSearchParams(location.search);

root.dataset["platform"] = pickSystem(agent, maxTouchPoints);
body.className = toEmbeddingClass(query, body.dataset["nav"]);
// The name of `closeRegionCookie`, written out: there is no room to build the expression from it.
if (/\bcloseRM=1\b/.test(document.cookie)) root.dataset["closeRm"] = "1";

// Read before any other script can write it.
const scriptHosts = body.dataset["scriptHosts"]?.split(" ");
let set: BrowserSet | undefined;
const readSet = (): BrowserSet => (set ??= JSON.parse(document.getElementById("site-set")?.textContent ?? "{}"));

window.trustedTypes?.createPolicy("default", {
  createScriptURL(address) {
    // A path starts with a slash, so it is none of the names that every object has.
    const { origin: host, pathname, search } = new URL(address, location.href);
    if (scriptHosts?.includes(host) || (host === origin && !search && pathname in readSet().scripts)) return address;
    throw new TypeError(`This page does not run ${address}`);
  },
});

let asked: boolean | undefined;
const start = (): void => {
  if (asked) return;
  asked = true;
  const { core, scripts } = readSet();
  const script = document.createElement("script");
  script.crossOrigin = "";
  script.integrity = scripts[core] ?? "sha384-";
  // The next touch may try again.
  script.onerror = () => (asked = false);
  script.src = core;
  document.head.append(script);
};

const handover: BootHandover = {
  queue: [],
  take(event) {
    const { target } = event;
    if (!(target instanceof Element && target.closest("[data-island]"))) return;
    handover.queue.push(event);
    start();
  },
};
window.__site = handover;
for (const type of [...likelyEvents, ...triggerEvents]) addEventListener(type, (event) => handover.take(event), { capture: true, passive: true });

addEventListener("DOMContentLoaded", () => {
  const [name = "", value] = document.querySelector<HTMLElement>("[data-query]")?.dataset["query"]?.split("=") ?? [];
  if (query.get(name) === value) start();
});
addEventListener("load", () => setTimeout(start, coreDelay));
