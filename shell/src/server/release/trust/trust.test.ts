import * as v from "valibot";
import { beforeAll, describe, expect, test } from "vitest";
import { createFixtureTrust, type FixtureTrust } from "./fixture-trust.ts";
import { signDocument, toEnvelopeBytes } from "./signed-document.ts";

const schema = v.looseObject({ _type: v.literal("release"), name: v.string() });
const release = { _type: "release", name: "content" };

let fixture: FixtureTrust;
beforeAll(async () => {
  fixture = await createFixtureTrust({ teams: ["content", "download"] });
});

describe("a signed document", () => {
  test("is good for the team that signed it, as bytes and parsed", async () => {
    const envelope = await signDocument(release, [fixture.team("content")]);
    const expected = { role: { kind: "team" as const, name: "content" }, type: "release", schema };
    const verified = { signed: release, owners: ["development team content"], keyIds: [fixture.team("content").keyId] };
    expect(fixture.trust.verify(envelope, expected)).toEqual(verified);
    expect(fixture.trust.verify(toEnvelopeBytes(envelope), expected)).toEqual(verified);
  });
});
