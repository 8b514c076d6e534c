import { SiteError } from "@site/contracts/errors";
import { expect, onTestFinished, test, vi } from "vitest";
import { exitCodes } from "../command-line/exit-codes.ts";
import { runSiteIn } from "../testing/run-site-fixture.ts";
import { useOtherSite } from "../testing/use-other-site.ts";
import { readBuiltVersions } from "../workspace/built-versions.ts";

vi.setConfig({ testTimeout: 60_000 });

const { content = "", download = "" } = readBuiltVersions();

/** Set while a test wants the upload of every other package to go on until it is interrupted. */
let onHeld: (() => void) | undefined;

/** A site that admits content and refuses every other package. */
const { bench, url } = useOtherSite((request, response) => {
  const isContent = request.url?.endsWith("/content") === true;
  const refusal = { type: "about:blank", title: "RELEASE_UNFIT", status: 422, detail: "It does not fit." };
  request.resume().on("end", () => {
    if (!isContent && onHeld) return onHeld();
    response.writeHead(isContent ? 201 : 422, { "content-type": "application/json" });
    response.end(JSON.stringify(isContent ? { name: "content", version: content, state: "admitted" } : refusal));
  });
});

const publish = (...words: string[]): ReturnType<typeof runSiteIn> => publishUntil(undefined, ...words);

/** @param interrupted rejects when a signal ends the command */
const publishUntil = (interrupted: Promise<never> | undefined, ...words: string[]): ReturnType<typeof runSiteIn> =>
  runSiteIn(
    bench().root,
    ["publish", ...words],
    { SITE_URL: url(), SITE_TOKEN: `site_${"a".repeat(12)}_${"b".repeat(43)}` },
    interrupted,
  );

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

test.each([[], ["--json"]])(
  "site publish %j that is interrupted ends at once with the signal's code, and says what was admitted before that",
  async (...words) => {
    const { promise, reject } = Promise.withResolvers<never>();
    onHeld = () => reject(new SiteError("INTERRUPTED", { signal: "SIGTERM" }));
    onTestFinished(() => void (onHeld = undefined));
    const { code, out, err } = await publishUntil(promise, "content", "download", ...words);
    expect(code).toBe(143);
    if (words.length === 0)
      expect(err).toMatch(
        new RegExp(`\nINTERRUPTED: .*SIGTERM.*\\.\nadmitted content@${content} at ${url()} before that$`),
      );
    else expect(JSON.parse(out)).toMatchObject({ error: { code: "INTERRUPTED" }, admitted: { content }, site: url() });
  },
);
