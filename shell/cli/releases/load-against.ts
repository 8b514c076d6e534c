import { SiteError } from "@site/contracts/errors";
import { askSite } from "@site/contracts/publishing/ask-site";
import { readAnswerProblem, toRequestProblem } from "@site/contracts/publishing/request-problem";
import * as v from "valibot";
import type { LoadedPackages } from "../../src/server/releases/loaded-release.ts";
import { assembleRelease, parseManifest } from "../../src/server/releases/release-files.ts";

const liveSchema = v.object({
  packages: v.record(v.string(), v.object({ version: v.string(), digest: v.string() })),
});
const releaseSchema = v.object({ manifest: v.object({ signed: v.unknown() }) });

/**
 * The releases that a running site serves, each with the digest that the site reports as live, and every file with the hash of its manifest. The
 * connection is trusted: signatures are not checked, because nothing is published from these releases.
 * @param url the site's address, such as `https://www.site.example`
 * @param token a token of that site with any role
 * @throws SiteError `LIVE_UNREADABLE` with the site's response
 */
export async function loadAgainst(url: string, token: string | undefined): Promise<LoadedPackages> {
  const get = async (path: string): Promise<Response> => {
    const response = await askSite(new URL(path, url), {
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    });
    if (response.ok) return response;
    throw new Error(await readAnswerProblem(path, response));
  };
  try {
    const { packages } = v.parse(liveSchema, await (await get("/-/live")).json());
    return new Map(
      await Promise.all(
        Object.entries(packages).map(async ([name, { version, digest }]) => {
          const base = `/-/releases/${name}/${version}`;
          const { manifest } = v.parse(releaseSchema, await (await get(base)).json());
          const loaded = await assembleRelease(
            parseManifest(manifest.signed, name, `${name}@${version}`),
            async (file) => Buffer.from(await (await get(`${base}/files/${file}`)).arrayBuffer()),
          );
          if (loaded.digest !== digest) throw new Error(`${loaded.label} has another digest than is live`);
          return [name, loaded] as const;
        }),
      ),
    );
  } catch (cause) {
    throw new SiteError("LIVE_UNREADABLE", { url, problem: toRequestProblem(cause) }, { cause });
  }
}
