import { expect, test, vi } from "vitest";
import { exitCodes } from "../command-line/exit-codes.ts";
import { runSiteIn } from "../testing/run-site-fixture.ts";
import { useOtherSite } from "../testing/use-other-site.ts";
import { readBuiltVersions } from "../workspace/built-versions.ts";

vi.setConfig({ testTimeout: 60_000 });

const { content = "", download = "" } = readBuiltVersions();

/** A site that admits content and refuses every other package. */
const { bench, url } = useOtherSite((request, response) => {
  const isContent = request.url?.endsWith("/content") === true;
  const refusal = { type: "about:blank", title: "RELEASE_UNFIT", status: 422, detail: "It does not fit." };
  request.resume().on("end", () => {
    response.writeHead(isContent ? 201 : 422, { "content-type": "application/json" });
    response.end(JSON.stringify(isContent ? { name: "content", version: content, state: "admitted" } : refusal));
  });
});

const publish = (...words: string[]): ReturnType<typeof runSiteIn> =>
  runSiteIn(bench().root, ["publish", ...words], {
    SITE_URL: url(),
    SITE_TOKEN: `site_${"a".repeat(12)}_${"b".repeat(43)}`,
  });

test("site publish says which packages a site admitted before it refused one, to people and to machines", async () => {
  const { code, err } = await publish("content", "download");
  expect({ code, said: err.split("\n").slice(-2) }).toEqual({
    code: exitCodes.refused.code,
    said: [
      `PUBLISH_REFUSED: ${url()} does not admit download@${download}. RELEASE_UNFIT: It does not fit.`,
      `admitted content@${content} at ${url()} before that`,
    ],
  });
  const { out } = await publish("content", "download", "--json");
  expect(JSON.parse(out)).toMatchObject({ error: { code: "PUBLISH_REFUSED" }, admitted: { content }, site: url() });
  const first = await publish("download", "content");
  expect(first.err).not.toContain("before that");
});
