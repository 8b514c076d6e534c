import * as v from "valibot";
import { toProblem } from "@site/contracts/errors";
import { requestJson } from "@site/contracts/api/http";
import { createIconCache, iconAnswerSchema, iconBasePath, iconTimeoutMs } from "../../icons/icon.ts";
import { type IconShape, parseIconBody } from "../../icons/icon-body.ts";

/** An icon that can be drawn. */
export interface Icon {
  width: number;
  height: number;
  shapes: readonly IconShape[];
}

/** Finds an icon by its name. Undefined when there is none: that was warned about (B206). Never rejects. */
export type FindIcon = (name: string) => Promise<Icon | undefined>;

export interface FindIconOptions {
  /** @throws the error of the request, also when `signal` aborted */
  ask(url: string, signal: AbortSignal): Promise<unknown>;
  /** Milliseconds since any fixed moment. */
  now(): number;
  warn(problem: string): void;
}

/** Icons from the server's endpoint: each is requested once, times out after 1500 ms (B227), and is kept (B228). */
export function createFindIcon({ ask, now, warn }: FindIconOptions): FindIcon {
  const kept = createIconCache<Icon>(now);
  const coming = new Map<string, Promise<Icon | undefined>>();

  async function load(name: string): Promise<Icon | undefined> {
    const giveUp = new AbortController();
    const timer = setTimeout(
      () => giveUp.abort(new Error(`it did not come within ${iconTimeoutMs} ms`)),
      iconTimeoutMs,
    );
    try {
      const [collection = "", own = ""] = name.split(":");
      const answer = v.parse(
        iconAnswerSchema,
        await untilAborted(ask(`${iconBasePath}${collection}.json?icons=${own}`, giveUp.signal), giveUp.signal),
      );
      const { body, width = 16, height = 16 } = answer.icons[own] ?? { body: "" };
      const shapes = parseIconBody(body);
      if (!shapes) throw new Error(body === "" ? "there is none" : "it is none that may be drawn");
      const icon = { width, height, shapes };
      kept.set(name, icon);
      return icon;
    } catch (error) {
      warn(`The icon ${name} could not be had: ${toProblem(error)}`);
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  }

  return async (name) => {
    const known = kept.get(name);
    if (known) return known;
    const promise = coming.get(name) ?? load(name).finally(() => coming.delete(name));
    coming.set(name, promise);
    return promise;
  };
}

/** Rejects when the signal aborts, also when the request itself ignores the signal. */
function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return Promise.race([
    promise,
    new Promise<never>((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
  ]);
}

/** The page's icons. */
export const findIcon: FindIcon = createFindIcon({
  ask: (url, signal) => requestJson(url, { signal }),
  now: () => performance.now(),
  warn: (problem) => console.warn(problem),
});
