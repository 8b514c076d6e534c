// The head script: starts the download of a visitor who came for it before React and the page's island have arrived, and also when they do not
// arrive. The shell's core runs it once in a document and tells it, on its own element, what `exposes/head.ts` said of the page.
import { createEventBus } from "@site/contracts/events/event-bus";
import { isNoticeDue, whenShown } from "./arrival.browser.ts";
import { type DownloadArrival, startDownload } from "./start-download.browser.ts";
import { keepsFetching, noteStarted } from "./started-earlier.browser.ts";

document.currentScript?.addEventListener("site:start", (event) => {
  if (event instanceof CustomEvent) start(event.detail.settings);
});

function start(arrival: DownloadArrival): void {
  const page = document.querySelector<HTMLElement>('[data-island="download/page"]');
  // Where a notice is due, the island starts the download after the visitor has closed that; where the browser gives up what it is fetching, when that
  // has come.
  if (!page || isNoticeDue(arrival.rule) || !keepsFetching()) return;
  whenShown(() => {
    // The visitor may have gone on to another page meanwhile.
    if (!page.isConnected) return;
    startDownload(arrival, (download) => {
      noteStarted(page, download.platform);
      createEventBus(window).emit("download:started", download);
    });
  }, new AbortController().signal);
}
