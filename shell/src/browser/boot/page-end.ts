// Inlined in every page after its visible content, where its bytes delay no paint. It makes the error page's link take a step back, also before the
// core has loaded (B199); without an earlier entry of the history the link leads home. It keeps how a client shows the page in the links that are followed
// (B210-B214). It fetches the core at once for input that came while the page was parsed, and for an island that the address names. At the first pointer or focus event in an island it fetches, in parallel with the core, the
// scripts of that island and the libraries that all islands need. They run only when the core loads them, each checked against its hash.
// On an untouched page it fetches, in parallel with the core, the answers that the core asks for first.
import { headFile } from "@site/contracts/islands/head-file";
import { visitorPath } from "@site/contracts/visitor/visitor-path";
import { coreDelayMs, type InlinedSet } from "./boot-protocol.ts";
import { keepEmbedding } from "../embedding.ts";
import { toManifestPath, toShellBuildId } from "../../layout/shell-build.ts";

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
  const { packages }: InlinedSet = JSON.parse(text);
  const { shell } = packages;
  const preload = (rest: Partial<HTMLLinkElement>): void =>
    doc.head.append(Object.assign(doc.createElement("link"), { rel: "preload", crossOrigin: "", ...rest }));
  const preloadScript = (
    name: string,
    file: string,
    fetchPriority: "high" | "low",
    onload: (() => void) | null = null,
  ): string | undefined => {
    const { version, scripts } = packages[name] ?? shell;
    const integrity = scripts[file];
    // The core is being fetched already.
    if (!integrity || file === shell.entry) return;
    preload({
      as: "script",
      integrity,
      fetchPriority,
      href: `/_release/${name}/${version}/${file}`,
      onload,
    });
    return integrity;
  };
  const begin = (target: EventTarget): void => {
    handover.take = take;
    // The core first: all else waits for it.
    start();
    // A link leads away without an island's code: the page it leads to comes first.
    if (!(target instanceof Element) || target.closest("a")) return;
    const island = target.closest<HTMLElement>("[data-island]")?.dataset["island"];
    const [owner = "", expose = ""] = island?.split(/[/.]/) ?? [];
    const release = packages[owner];
    if (release) {
      // A head script starts what the address asks for at the load event. What is fetched before delays that event, so the core fetches the island after it.
      if (preloadScript(owner, headFile, "high") && target === host) return;
      // A failed preload fails the later request too. Messages are requested last, so they wait for the entry.
      preloadScript(owner, release.entry, low, () => preloadScript(owner, release.messages, "high"));
      for (const file of release.exposes[expose] ?? []) preloadScript(owner, file, low);
    }
    for (const file in shell.scripts) preloadScript("shell", file, low);
  };
  const beginInIsland = (event: Event): void => {
    take(event);
    const first = queue[0]?.target;
    if (first) begin(first);
  };
  const target = location.search.includes(`${host?.dataset["query"]}`) ? host : queue[0]?.target;
  if (target) begin(target);
  else handover.take = beginInIsland;
  // On an untouched page boot fetches the core now. What the core asks for first comes beside it.
  addEventListener("load", () =>
    setTimeout(() => {
      if (handover.take !== beginInIsland) return;
      preload({ as: "fetch", href: toManifestPath(toShellBuildId(shell.version)) });
      if (!doc.documentElement.dataset["closeRm"]) preload({ as: "fetch", href: visitorPath });
    }, coreDelayMs),
  );
}
