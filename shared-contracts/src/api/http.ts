import { ofetch, FetchError } from "ofetch";
import { SiteError } from "../errors/errors.ts";
import { retryStatusCodes } from "./fetch-twice.ts";

export { retryStatusCodes };

/** What a request may say beside its address. */
export interface HttpRequest {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  query?: Record<string, string>;
  body?: Record<string, unknown>;
  signal?: AbortSignal;
  /** Milliseconds for each attempt. */
  timeout?: number;
  /** `error`: an answer may not send the request elsewhere. */
  redirect?: "follow" | "error";
  /** Bytes a good answer may have, after decompression. */
  maxSize?: number;
}

/**
 * Calls an address and returns its JSON, unparsed. A GET is tried twice (B230, B231); other methods once (B232).
 * @throws SiteError `HTTP_FAILED` with the status, or `HTTP_UNREACHABLE`, also for an answer longer than `maxSize`
 */
export async function requestJson(url: string, request: HttpRequest = {}): Promise<unknown> {
  const { maxSize, ...options } = request;
  const method = request.method ?? "GET";
  const attempts = { ...options, method, retry: method === "GET" ? 1 : 0, retryStatusCodes };
  try {
    if (maxSize === undefined) return await ofetch<unknown>(url, { ...attempts, responseType: "json" });
    return JSON.parse(await readText(await ofetch(url, { ...attempts, responseType: "stream" }), maxSize));
  } catch (cause) {
    if (cause instanceof FetchError && cause.status !== undefined) {
      throw new SiteError("HTTP_FAILED", { method, url, status: cause.status }, { cause });
    }
    throw new SiteError("HTTP_UNREACHABLE", { method, url }, { cause });
  }
}

/** The text of a body. @throws when it is too long: the rest of it is not read */
async function readText(body: ReadableStream<Uint8Array>, maxSize: number): Promise<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.byteLength;
    if (size > maxSize) {
      await reader.cancel();
      throw new RangeError(`The answer is longer than ${maxSize} bytes.`);
    }
    text += decoder.decode(value, { stream: true });
  }
}
