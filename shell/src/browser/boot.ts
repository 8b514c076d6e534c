// Inlined in every page, at the top of the body: at most 1 KB. It makes the page right before it is painted, keeps what
// visitors do before any other script is there, and fetches the core when it is needed.
import type { BrowserRelease } from "@site/contracts/browser-set";
import { pickSystem } from "@site/contracts/system";
import { toEmbeddingClass } from "../layout/embedding-class.ts";
import { type BootHandover, coreDelay, likelyEvents, triggerEvents } from "./boot-protocol.ts";

/** Of what the server inlines, boot needs the shell. */
interface InlinedSet {
  packages: { shell: BrowserRelease };
}

const { documentElement: root, body } = document;
const { userAgent: agent, maxTouchPoints } = navigator;
const query = new URLSearchParams(location.search);

root.dataset["platform"] = pickSystem(agent, maxTouchPoints);
body.className = toEmbeddingClass(query, body.dataset["nav"]);
// The name of `closeRegionCookie`, written out: there is no room to build the expression from it.
if (/\bcloseRM=1\b/.test(document.cookie)) root.dataset["closeRm"] = "1";

// Read before any other script can write it.
const scriptHosts = body.dataset["scriptHosts"]?.split(" ");
// No name that every object has is an address that may run.
const allowed: Record<string, unknown> = { __proto__: null };
const allow = (path: string): string => {
  path = `/_release/${path}`;
  allowed[path] = allowed[origin + path] = 1;
  return path;
};

window.trustedTypes?.createPolicy("default", {
  createScriptURL(address) {
    if (address in allowed || scriptHosts?.includes(new URL(address, location.href).origin)) return address;
    throw new TypeError(address);
  },
});

let asked: boolean | undefined;
const start = (): void => {
  const text = document.getElementById("site-set")?.textContent;
  if (asked || !text) return;
  asked = true;
  const { packages: { shell } }: InlinedSet = JSON.parse(text);
  const script = document.createElement("script");
  script.crossOrigin = "";
  script.integrity = shell.scripts[shell.entry] ?? "sha384-";
  // The next touch may try again.
  script.onerror = () => (asked = false);
  script.src = allow(`shell/${shell.version}/${shell.entry}`);
  document.head.append(script);
};

const handover: BootHandover = {
  allow,
  queue: [],
  take(event) {
    const { target } = event;
    if (!(target instanceof Element && target.closest("[data-island]"))) return;
    handover.queue.push(event);
    start();
  },
};
window.__site = handover;
for (const type of [...likelyEvents, ...triggerEvents]) addEventListener(type, (event) => handover.take(event), true);

addEventListener("DOMContentLoaded", () => {
  if (`&${query}&`.includes(`&${document.querySelector<HTMLElement>("[data-query]")?.dataset["query"]}&`)) start();
});
addEventListener("load", () => setTimeout(start, coreDelay));
