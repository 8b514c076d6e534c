// The head script: starts the download for a visitor whose address requests it, before React and the page's island have loaded, and also when they
// fail to load. The shell's core runs it once in a document. Its own element has the settings from `exposes/head.ts`.
import { createEventBus } from "@site/contracts/events/event-bus";
import { isNoticeDue, whenShown } from "./arrival.browser.ts";
import { type DownloadArrival, startDownload } from "./start-download.browser.ts";
import { keepsFetching, noteStarted } from "./started-earlier.browser.ts";

document.currentScript?.addEventListener("site:start", (event) => {
  if (event instanceof CustomEvent) start(event.detail.settings);
});

function start(arrival: DownloadArrival): void {
  const page = document.querySelector<HTMLElement>('[data-island="download/page"]');
  // When a notice is due, the island starts the download after the visitor has closed the notice. In browsers that cancel the page's fetches at a
  // download, the island starts it once it has loaded.
  if (!page || isNoticeDue(arrival.rule) || !keepsFetching()) return;
  whenShown(() => {
    // The visitor may have navigated to another page meanwhile.
    if (!page.isConnected) return;
    startDownload(arrival, (download) => {
      noteStarted(page, download.platform);
      createEventBus(window).emit("download:started", download);
    });
  }, new AbortController().signal);
}
