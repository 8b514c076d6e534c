import { expect, test } from "vitest";
import { toDigest } from "../src/releases/digest.server.ts";
import { contractVersion } from "../src/releases/share-scope.ts";
import { toCanonicalBytes } from "../signing/signed-document.ts";
import { answerRequests } from "../testing/answer-requests.ts";
import { readLive } from "./read-live.ts";

const newer = contractVersion.replace(/\d+\.\d+$/, "900.0");
const version = "1.0.0-0123456789ab";
const exposes = [{ key: "page", hydrate: "never", data: [], js: [], css: [] }];

/** What a team reads of a site whose live release of content has such a manifest. */
async function read(fields: object): Promise<unknown> {
  const signed = {
    _type: "release",
    schemaVersion: 1,
    name: "content",
    version,
    contract: contractVersion,
    serverEntry: "server/entry.cjs",
    exposes,
    shared: {},
    files: {},
    ...fields,
  };
  const digest = toDigest(toCanonicalBytes(JSON.parse(JSON.stringify(signed))));
  const url = await answerRequests(({ url: path }, response) =>
    response.end(
      JSON.stringify(
        path === "/-/live" ? { packages: { content: { version, digest } } } : { manifest: { signed, signatures: [] } },
      ),
    ),
  );
  const live = await readLive(url, undefined);
  return live.get("content")?.release;
}

test("a team on an older contract reads a live release with fields that only a newer contract has, without these", async () => {
  const [page] = exposes;
  const fields = {
    contract: newer,
    regions: ["left"],
    exposes: [{ ...page, speaks: true }],
    surface: { sends: {}, hears: {}, messages: {}, asks: {} },
  };
  const release = await read(fields);
  expect(release).toMatchObject({ contract: newer, exposes, surface: { sends: {}, hears: {}, messages: {} } });
  expect(JSON.stringify(release)).not.toMatch(/regions|speaks|asks/);
});

test("a live release that an older contract cannot read is named with both contracts, the place and what to do", async () => {
  await expect(read({ contract: newer, exposes: [{ ...exposes[0], hydrate: "idle" }] })).rejects.toMatchObject({
    code: "CONTRACT_OUTDATED",
    message: expect.stringMatching(
      new RegExp(
        `content@${version} is live and was built against contract ${newer}; the contract ${contractVersion} of .* at exposes\\.0\\.hydrate: .*"idle"\\. Install the contract of the site`,
      ),
    ),
  });
});

test("a live release with unknown fields and a contract that is known is refused", async () => {
  await expect(read({ regions: ["left"] })).rejects.toMatchObject({
    code: "LIVE_UNREADABLE",
    message: expect.stringMatching(/release document is invalid at regions/),
  });
});
