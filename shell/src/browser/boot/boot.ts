// Inlined in the head of every page, before anything that a remote wrote: at most 1.5 KB. It sets the attributes and classes that styles
// need before the first paint, records input that comes before any other script has loaded, and fetches the core. Other scripts can replace
// built-in functions, so it reads its settings from its own element at once, and later calls no function that can be replaced.
import { pickSystem } from "@site/contracts/visitor/system";
import { toEmbeddingClass } from "../../layout/embedding-class.ts";
import { type BootHandover, coreDelayMs, type InlinedSet, likelyEvents, triggerEvents } from "./boot-protocol.ts";

const doc = document;
const on = addEventListener;
const { documentElement: root, currentScript } = doc;
/** The page's own mark on what the server inlined, the embedding by configuration, and the addresses of vendors' scripts. */
const { dataset } = currentScript ?? root;
const { userAgent: agent, maxTouchPoints } = navigator;
const { origin, search } = location;

root.dataset["platform"] = pickSystem(agent, maxTouchPoints);
// The name of `closeRegionCookie` as a literal: building the expression from the constant costs too many bytes here.
if (/\bcloseRM=1\b/.test(doc.cookie)) root.dataset["closeRm"] = "1";
// Boot runs in the head, before the body exists. The observer sets the body's class before its first paint.
new MutationObserver((_changes, observer) => {
  const { body } = doc;
  if (!body) return;
  observer.disconnect();
  body.className = toEmbeddingClass(new URLSearchParams(search), dataset["nav"]);
}).observe(root, { childList: true });

// Other scripts may replace built-in functions, but not these constants or the `in` operator. No prototype: `toString` is not allowed.
const allowed: Record<string, unknown> = { __proto__: null };
const vendors = RegExp(dataset["hosts"] ?? "$^");
const isVendor = vendors.exec.bind(vendors);
const allow = (path: string): string => {
  path = `/_release/${path}`;
  allowed[path] = allowed[origin + path] = 1;
  return path;
};

self.trustedTypes?.createPolicy("default", {
  createScriptURL(address) {
    if (address in allowed || isVendor(address)) return address;
    throw new TypeError(address);
  },
});

let asked: number | undefined;
const start = (): void => {
  const set = doc.querySelector(`#site-set.${dataset["page"]}`);
  // The parser has read all of the element when another node follows it.
  if (asked || !set?.nextSibling) return;
  asked = 1;
  const {
    packages: { shell },
  }: InlinedSet = JSON.parse(set.textContent);
  const script = doc.createElement("script");
  script.crossOrigin = "";
  script.integrity = shell.scripts[shell.entry] ?? "sha384-";
  // The core did not load: the next input event tries again.
  script.onerror = () => (asked = 0);
  script.src = allow(`shell/${shell.version}/${shell.entry}`);
  doc.head.append(script);
};

const handover: BootHandover = {
  dataset,
  allow,
  start,
  queue: [],
  take(event) {
    const { target }: { target: Partial<Element> | null } = event;
    if (!target?.closest?.("[data-island]")) return;
    handover.queue.push(event);
    start();
  },
};
self.__site = handover;
for (const type of [...likelyEvents, ...triggerEvents]) on(type, (event) => handover.take(event), true);

on("load", () => setTimeout(start, coreDelayMs));
