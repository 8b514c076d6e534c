import * as v from "valibot";
import { askSite } from "../publishing/ask-site.ts";
import { readAnswerProblem, toRequestProblem } from "../publishing/request-problem.ts";
import { isSiteError, SiteError } from "../src/errors/errors.ts";
import type { PackageName } from "../src/names/package-name.ts";
import { toDigest } from "../src/releases/digest.server.ts";
import type { Release } from "../src/releases/release.ts";
import { toJsonObject } from "../signing/json-object.ts";
import { toCanonicalBytes } from "../signing/signed-document.ts";
import { parseLiveRelease } from "./parse-live-release.ts";

const liveSchema = v.object({
  packages: v.record(v.string(), v.object({ version: v.string(), digest: v.string() })),
});
const releaseSchema = v.object({ manifest: v.object({ signed: v.record(v.string(), v.unknown()) }) });

/**
 * The manifests of the releases that a running site serves, by package, each with the digest that the site reports as live. The connection is
 * trusted: signatures are not checked, because nothing of them is run or published.
 * @param url the site's address, such as `https://www.site.example`
 * @param token a token of that site with any role
 * @throws SiteError `LIVE_UNREADABLE` with the site's response, `CONTRACT_OUTDATED`
 */
export async function readLive(
  url: string,
  token: string | undefined,
): Promise<ReadonlyMap<PackageName, { release: Release; label: string }>> {
  const get = async (path: string): Promise<unknown> => {
    const response = await askSite(new URL(path, url), {
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    });
    if (!response.ok) throw new Error(await readAnswerProblem(path, response));
    return response.json();
  };
  try {
    const { packages } = v.parse(liveSchema, await get("/-/live"));
    return new Map(
      await Promise.all(
        Object.entries(packages).map(async ([name, { version, digest }]) => {
          const label = `${name}@${version}`;
          const { manifest } = v.parse(releaseSchema, await get(`/-/releases/${name}/${version}`));
          if (toDigest(toCanonicalBytes(toJsonObject(manifest.signed))) !== digest)
            throw new Error(`${label} has another digest than is live`);
          return [name, { release: parseLiveRelease(manifest.signed, label), label }] as const;
        }),
      ),
    );
  } catch (cause) {
    if (isSiteError(cause, "CONTRACT_OUTDATED")) throw cause;
    throw new SiteError("LIVE_UNREADABLE", { url, problem: toRequestProblem(cause) }, { cause });
  }
}
