import { ofetch, FetchError } from "ofetch";
import { SiteError } from "./errors.ts";

/** Answers after which a GET is asked once more (B230). */
export const retryStatusCodes = [408, 409, 425, 429, 500, 502, 503, 504];

export interface HttpRequest {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  query?: Record<string, string>;
  body?: Record<string, unknown>;
  signal?: AbortSignal;
  /** Milliseconds for each attempt. */
  timeout?: number;
}

/**
 * Calls an address and returns its JSON, unparsed. A GET is tried twice (B230, B231); other methods once (B232).
 * @throws SiteError `HTTP_FAILED` with the status, or `HTTP_UNREACHABLE`.
 */
export async function requestJson(url: string, request: HttpRequest = {}): Promise<unknown> {
  const method = request.method ?? "GET";
  try {
    return await ofetch<unknown>(url, {
      ...request,
      method,
      retry: method === "GET" ? 1 : 0,
      retryStatusCodes,
      responseType: "json",
    });
  } catch (cause) {
    if (cause instanceof FetchError && cause.status !== undefined) {
      throw new SiteError("HTTP_FAILED", { method, url, status: cause.status }, { cause });
    }
    throw new SiteError("HTTP_UNREACHABLE", { method, url }, { cause });
  }
}
