import type { CDPSession } from "playwright";

/** A request of a page: its address, its kind, its depth in the chain of requests, and its bytes with headers. */
export interface LoggedRequest {
  path: string;
  type: string;
  /** 1 is the document. */
  depth: number;
  bytes: number;
  /** Whether it was requested before the load event. */
  beforeLoad: boolean;
}

/** Logs every request of a page from now on, with its initiator. */
export async function logRequests(cdp: CDPSession): Promise<() => LoggedRequest[]> {
  const seen = new Map<string, LoggedRequest & { url: string }>();
  let loaded = false;
  cdp.on("Page.loadEventFired", () => (loaded = true));
  cdp.on("Network.requestWillBeSent", ({ requestId, request, initiator, type = "Other" }) => {
    const asker = initiator.url ?? initiator.stack?.callFrames[0]?.url;
    const before = [...seen.values()].findLast(({ url }) => url === asker);
    const depth = type === "Document" ? 1 : (before?.depth ?? 1) + 1;
    seen.set(requestId, {
      url: request.url,
      path: new URL(request.url).pathname,
      type,
      depth,
      bytes: 0,
      beforeLoad: !loaded,
    });
  });
  cdp.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const request = seen.get(requestId);
    if (request) request.bytes = encodedDataLength;
  });
  await cdp.send("Network.enable");
  await cdp.send("Page.enable");
  return () => [...seen.values()];
}
