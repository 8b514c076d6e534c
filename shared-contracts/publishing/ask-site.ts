/** Timeout in milliseconds without a byte of a response, unless a request names its own. */
const silentAfterMs = 30_000;

/** A site took the connection, or the request, and sent nothing in time. */
export class SilentSite extends Error {
  override name = "SilentSite";
}

/** A request to a running site. */
export interface SiteRequest extends Pick<RequestInit, "method" | "headers" | "body" | "redirect"> {
  /** Timeout in milliseconds until the response begins, and between two parts of it. */
  silentMs?: number;
}

/**
 * Sends a request to a running site, and follows no redirect unless it is told to: a token is for one site. Unlike `fetch`, which waits five minutes, it ends soon when the
 * site takes the connection and sends nothing; a large response may take as long as it comes.
 * @throws the error of `fetch`, or {@link SilentSite} `nothing came for … s`, also while the body is read
 */
export async function askSite(
  address: string | URL,
  { silentMs = silentAfterMs, ...request }: SiteRequest = {},
): Promise<Response> {
  const silence = new AbortController();
  const end = (): void => silence.abort(new SilentSite(`nothing came for ${silentMs / 1000} s`));
  // The connection keeps the process running; the timer of a body that is not read must not.
  const timer = setTimeout(end, silentMs).unref();
  try {
    const response = await fetch(address, { redirect: "error", ...request, signal: silence.signal });
    timer.refresh();
    const body = response.body?.pipeThrough(
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(part, controller) {
          timer.refresh();
          controller.enqueue(part);
        },
        flush: () => clearTimeout(timer),
      }),
    );
    if (!body) clearTimeout(timer);
    return new Response(body ?? null, response);
  } catch (error) {
    clearTimeout(timer);
    throw error;
  }
}
