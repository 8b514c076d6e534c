// Inlined in every page after its visible content, where its bytes delay no paint. It makes the error page's link take a step back, also before the
// core has loaded (B199); without an earlier entry of the history the link leads home. It keeps how a client shows the page in the links that are followed
// (B210-B214). It fetches the core at once for input that came while the page was parsed, and for an island that the address names. At the first pointer or focus event in an island it fetches, in parallel with the core, the
// scripts of that island and the libraries that all islands need. They run only when the core loads them, each checked against its hash.
import { headFile } from "@site/contracts/islands/head-file";
import type { InlinedSet } from "./boot-protocol.ts";
import { keepEmbedding } from "../embedding.ts";

const doc = document;
const handover = window.__site;
/** The browser set. The server writes this script directly behind it, so no element of a remote can be taken for it. */
const text = doc.currentScript?.previousElementSibling?.textContent;

/** The priority of the preloads is that of the core's script. A browser fetches files of equal priority in the order of requests: the core first. */
const low = "low";

// In the capture phase, before the core reads the link. A step back opens no tab, also with a key that opens one for other links.
addEventListener(
  "click",
  (event) => {
    const { target }: { target: Partial<Element> | null } = event;
    const link = target?.closest?.("a");
    // Every link, also one that the core leaves to the browser, such as to another language.
    if (link?.origin === location.origin) keepEmbedding(link);
    if (history.length > 1 && target?.closest?.("[data-history-back]")) {
      event.preventDefault();
      history.back();
    }
  },
  true,
);

if (handover && text) {
  const { queue, start, take } = handover;
  const host = doc.querySelector<HTMLElement>("[data-query]");
  const begin = (target: EventTarget): void => {
    handover.take = take;
    // The core first: all else waits for it.
    start();
    // A link leads away without an island's code: the page it leads to comes first.
    if (!(target instanceof Element) || target.closest("a")) return;
    const { packages }: InlinedSet = JSON.parse(text);
    const { shell } = packages;
    const preload = (name: string, file: string, fetchPriority: string, onload?: () => void): string | undefined => {
      const { version, scripts } = packages[name] ?? shell;
      const integrity = scripts[file];
      // The core is on its way.
      if (!integrity || file === shell.entry) return;
      const link = doc.createElement("link");
      const href = `/_release/${name}/${version}/${file}`;
      Object.assign(link, { rel: "preload", as: "script", crossOrigin: "", integrity, fetchPriority, href, onload });
      doc.head.append(link);
      return integrity;
    };
    const island = target.closest<HTMLElement>("[data-island]")?.dataset["island"];
    const [owner = "", expose = ""] = island?.split(/[/.]/) ?? [];
    const release = packages[owner];
    if (release) {
      // A head script starts what the address asks for at the load event. What is fetched before delays that event, so the core fetches the island after it.
      if (preload(owner, headFile, "high") && target === host) return;
      // A failed preload fails the later request too. Messages are requested last, so they wait for the entry.
      preload(owner, release.entry, low, () => preload(owner, release.messages, "high"));
      for (const file of release.exposes[expose] ?? []) preload(owner, file, low);
    }
    for (const file in shell.scripts) preload("shell", file, low);
  };
  const target = location.search.includes(`${host?.dataset["query"]}`) ? host : queue[0]?.target;
  if (target) begin(target);
  else
    handover.take = (event) => {
      take(event);
      const first = queue[0]?.target;
      if (first) begin(first);
    };
}
