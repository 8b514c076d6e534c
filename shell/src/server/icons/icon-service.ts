import * as v from "valibot";
import { requestJson } from "@site/contracts/api/http";
import { toRequestProblem } from "@site/contracts/publishing/request-problem";
import { createIconCache, type IconAnswer, iconAnswerSchema, type IconData, iconTimeoutMs } from "../../icons/icon.ts";
import { pickIcon, readOwnIcons } from "./own-icons.ts";

export interface IconService {
  /** Icons of a collection by name; names without an icon are listed in `not_found`. Never rejects (B206). */
  find(collection: string, names: readonly string[]): Promise<IconAnswer>;
}

export interface IconServiceOptions {
  /** A public icon service with Iconify's format, for collections other than our own; without it those collections have no icons. */
  serviceUrl: string | undefined;
  /** Called with each failure to get icons. */
  warn(problem: string): void;
  /** A monotonic clock in milliseconds, for tests. */
  now?(): number;
}

/** Maximum bytes of the icon service's answer: twenty icons take ten thousand. */
const maxAnswerBytes = 64 * 1024;

/** The source of icons (B226): our own collection, else the icon service, whose answers are cached (B228). */
export function createIconService({
  serviceUrl,
  warn,
  now = () => performance.now(),
}: IconServiceOptions): IconService {
  const own = readOwnIcons();
  const kept = createIconCache<IconData>(now);

  async function request(collection: string, names: readonly string[]): Promise<IconAnswer | undefined> {
    if (serviceUrl === undefined || names.length === 0) return undefined;
    const url = new URL(`${collection}.json`, serviceUrl).href;
    try {
      // One deadline for the whole request (B227); redirects are not followed.
      const signal = AbortSignal.timeout(iconTimeoutMs);
      return v.parse(
        iconAnswerSchema,
        await requestJson(url, {
          query: { icons: names.join(",") },
          signal,
          redirect: "error",
          maxSize: maxAnswerBytes,
        }),
      );
    } catch (error) {
      warn(`The icons ${names.join(", ")} of ${collection} could not be had: ${toRequestProblem(error)}`);
      return undefined;
    }
  }

  return {
    async find(collection, names) {
      const isOwn = collection === own.prefix;
      const asked = [...new Set(names)];
      const known = new Map<string, IconData>();
      const take = (name: string, icon: IconData | undefined): void => void (icon && known.set(name, icon));
      for (const name of asked) take(name, isOwn ? pickIcon(own, name) : kept.get(`${collection}:${name}`));
      const missing = asked.filter((name) => !known.has(name));
      const answer = isOwn ? undefined : await request(collection, missing);
      for (const name of answer ? missing : []) {
        const icon = answer && pickIcon(answer, name);
        if (icon) kept.set(`${collection}:${name}`, icon);
        take(name, icon);
      }
      const lost = asked.filter((name) => !known.has(name));
      return { prefix: collection, icons: Object.fromEntries(known), ...(lost.length > 0 && { not_found: lost }) };
    },
  };
}
