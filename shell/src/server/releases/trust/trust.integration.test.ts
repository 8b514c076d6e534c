import * as v from "valibot";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Identity } from "./create-identities.ts";
import {
  type Envelope,
  signDocument,
  toCanonicalBytes,
  toEnvelopeBytes,
} from "@site/contracts/signing/signed-document";
import type { JsonObject } from "@site/contracts/signing/strict-json";
import { benchNow, createTrustBench, type TrustBench, withChange } from "../../testing/trust-bench.ts";
import type { ExpectedDocument, Role, Trust } from "./trust.ts";

let bench: TrustBench;
let trust: Trust;
beforeEach(async () => {
  bench = createTrustBench();
  await bench.putGood();
  trust = await bench.open();
});
afterEach(() => bench.remove());

const schema = v.strictObject({ _type: v.literal("release"), name: v.string(), size: v.number() });
const release = { _type: "release", name: "content", size: 3 };
const team: Role = { kind: "team", name: "content" };
const expected: ExpectedDocument<v.InferOutput<typeof schema>> = {
  role: team,
  type: "release",
  schema,
  label: "content@1.0.0-0123456789ab",
};

const sign = (document: JsonObject, ...identities: Identity[]) =>
  signDocument(
    document,
    identities.map(({ signer }) => signer),
  );

/** Opens the bench again with another root or other teams, under the next version. */
async function reopen({
  root,
  teams,
}: {
  root?: (copy: TrustBench["root"]) => void;
  teams?: (copy: TrustBench["teams"]) => void;
}): Promise<Trust> {
  await bench.putRoot(
    withChange(bench.root, (copy) => {
      copy.version = 2;
      root?.(copy);
    }),
  );
  await bench.putTeams(
    withChange(bench.teams, (copy) => {
      copy.version = 2;
      teams?.(copy);
    }),
  );
  return bench.open();
}

const expectRefused = (call: () => unknown, code: string, sentence: RegExp) =>
  expect(call).toThrow(expect.objectContaining({ code, message: expect.stringMatching(sentence) }));

describe("a signed document", () => {
  test("is accepted from the team that signed it, as bytes and parsed", async () => {
    const envelope = await sign(release, bench.content);
    const verified = { signed: release, owners: ["Carl"], keyIds: [bench.content.keyId] };
    expect(trust.verify(envelope, expected)).toEqual(verified);
    expect(trust.verify(toEnvelopeBytes(envelope), expected)).toEqual(verified);
  });

  test("is accepted in any order of its JSON keys", async () => {
    const { signatures } = await sign(release, bench.content);
    expect(
      trust.verify({ signed: { size: 3, name: "content", _type: "release" }, signatures }, expected).signed,
    ).toEqual(release);
  });

  type Change = (good: Envelope) => unknown;
  const refusals: [title: string, change: Change, code: string, sentence: RegExp][] = [
    ["nothing", () => undefined, "ENVELOPE_INVALID", /not an object/],
    ["a text", () => "{}", "ENVELOPE_INVALID", /not an object/],
    ["no bytes", () => new Uint8Array(), "ENVELOPE_INVALID", /it is empty/],
    ["half of its bytes", (good) => toEnvelopeBytes(good).subarray(0, 200), "ENVELOPE_INVALID", /JSON/],
    ["a list", (good) => [good], "ENVELOPE_INVALID", /not an object/],
    ["no signed", ({ signatures }) => ({ signatures }), "ENVELOPE_INVALID", /signed is not an object/],
    ["no signatures", ({ signed }) => ({ signed }), "ENVELOPE_INVALID", /signatures/],
    [
      "signatures by key",
      ({ signed, signatures }) => ({ signed, signatures: { ...signatures } }),
      "ENVELOPE_INVALID",
      /signatures/,
    ],
    ["an empty list of signatures", ({ signed }) => ({ signed, signatures: [] }), "ENVELOPE_INVALID", /no signature/],
    [
      "one signature twice",
      ({ signed, signatures }) => ({ signed, signatures: [...signatures, ...signatures] }),
      "ENVELOPE_INVALID",
      /signed twice/,
    ],
    [
      "100,000 signatures",
      ({ signed, signatures }) => ({ signed, signatures: Array.from({ length: 100_000 }, () => signatures[0]) }),
      "ENVELOPE_INVALID",
      /100000 signatures/,
    ],
    [
      "a signature with more fields",
      ({ signed, signatures }) => ({ signed, signatures: signatures.map((one) => ({ ...one, method: "none" })) }),
      "ENVELOPE_INVALID",
      /method/,
    ],
    [
      "a signature that is cut off",
      ({ signed, signatures }) => ({
        signed,
        signatures: signatures.map(({ keyid, sig }) => ({ keyid, sig: sig.slice(2) })),
      }),
      "ENVELOPE_INVALID",
      /128 hexadecimal/,
    ],
    [
      "a key id in capitals",
      ({ signed, signatures }) => ({
        signed,
        signatures: signatures.map(({ keyid, sig }) => ({ keyid: keyid.toUpperCase(), sig })),
      }),
      "ENVELOPE_INVALID",
      /64 hexadecimal/,
    ],
    [
      "a key id of __proto__",
      ({ signed, signatures }) => ({ signed, signatures: signatures.map(({ sig }) => ({ keyid: "__proto__", sig })) }),
      "ENVELOPE_INVALID",
      /64 hexadecimal/,
    ],
    ["a field beside signed", (good) => ({ ...good, unsigned: true }), "ENVELOPE_INVALID", /field unsigned/],
    [
      "another value",
      (good) => ({ ...good, signed: { ...release, name: "download" } }),
      "SIGNATURE_INVALID",
      /content@1\.0\.0-0123456789ab: the signature of the key [0-9a-f]{12} of Carl is wrong/,
    ],
    ["a number as text", (good) => ({ ...good, signed: { ...release, size: "3" } }), "SIGNATURE_INVALID", /wrong/],
    ["a value more", (good) => ({ ...good, signed: { ...release, more: null } }), "SIGNATURE_INVALID", /wrong/],
    [
      "a broken number",
      (good) => ({ ...good, signed: { ...release, size: 3.5 } }),
      "ENVELOPE_INVALID",
      /signed|whole number/,
    ],
    [
      "a number beyond all others",
      (good) => ({ ...good, signed: { ...release, size: Infinity } }),
      "ENVELOPE_INVALID",
      /whole number/,
    ],
    [
      "a value that is missing",
      (good) => ({ ...good, signed: { ...release, size: undefined } }),
      "ENVELOPE_INVALID",
      /undefined is not JSON/,
    ],
    ["a date", (good) => ({ ...good, signed: { ...release, at: benchNow } }), "ENVELOPE_INVALID", /not JSON/],
    [
      "half of a character",
      (good) => ({ ...good, signed: { ...release, name: "\ud800" } }),
      "ENVELOPE_INVALID",
      /well-formed/,
    ],
    [
      "__proto__",
      (good) => ({ ...good, signed: JSON.parse('{"_type":"release","__proto__":{"name":"content"}}') }),
      "ENVELOPE_INVALID",
      /__proto__/,
    ],
  ];

  test.each(refusals)("is refused with %s", async (_, change, code, sentence) => {
    const input = change(await sign(release, bench.content));
    expectRefused(() => trust.verify(input, expected), code, sentence);
  });

  test("of another kind is refused, even with the right signature", async () => {
    const envelope = await sign({ ...release, _type: "admission" }, bench.content);
    expectRefused(
      () => trust.verify(envelope, expected),
      "ENVELOPE_TYPE_FOREIGN",
      /signed as a admission, where a release is needed/,
    );
  });

  test.each<[string, JsonObject]>([
    ["no type", { name: "content" }],
    ["an object as type", { _type: { toString: 1, valueOf: 1 } }],
    ["a list as type", { _type: ["release"] }],
  ])("with %s is refused", async (_, signed) => {
    const signatures = [{ keyid: bench.content.keyId, sig: await bench.content.signer.sign(toCanonicalBytes(signed)) }];
    expectRefused(
      () => trust.verify({ signatures, signed }, expected),
      "ENVELOPE_TYPE_FOREIGN",
      /where a release is needed/,
    );
  });

  test("with terminal control characters in a field's name is refused without repeating them", async () => {
    const envelope = await sign(release, bench.content);
    expect(() => trust.verify({ ...envelope, [`\u001b[2J${"x".repeat(1000)}`]: 1 }, expected)).toThrow(
      expect.objectContaining({ code: "ENVELOPE_INVALID", message: expect.not.stringMatching(/\p{Cc}|x{400}/u) }),
    );
  });

  test("that its schema refuses gives an error with the place", async () => {
    const envelope = await sign({ ...release, size: "large" }, bench.content);
    expectRefused(() => trust.verify(envelope, expected), "ENVELOPE_INVALID", /signed\.size/);
  });

  test("is refused with a signature of any other role, alone and beside the right one", async () => {
    for (const other of [bench.ana, bench.check, bench.operator, bench.download]) {
      for (const identities of [[other], [bench.content, other]]) {
        const envelope = await sign(release, ...identities);
        expectRefused(
          () => trust.verify(envelope, expected),
          "SIGNATURE_FOREIGN",
          new RegExp(`${other.keyId.slice(0, 12)}, which is not a key of the team of content`),
        );
      }
    }
  });

  test("of a team that is not in the list is refused", () => {
    for (const name of ["compliance", "__proto__", "constructor", "root", "targets"]) {
      const role: Role = { kind: "team", name };
      expect(() => trust.keysOf(role)).toThrow(expect.objectContaining({ code: "ROLE_UNKNOWN" }));
    }
  });

  test("with a threshold of two needs two owners", async () => {
    const both = await reopen({
      root: (root) => {
        root.roles.timestamp.threshold = 2;
        addKey(root.keys, root.roles.timestamp.keyids, bench.download, "Otto");
      },
      teams: withoutDownload,
    });
    const role: Role = { kind: "operator" };
    const record = { ...release };
    const one = await sign(record, bench.operator);
    expectRefused(
      () => both.verify(one, { ...expected, role }),
      "SIGNATURES_TOO_FEW",
      /signed by 1 of the 2 owners that an operator needs/,
    );
    expect(both.verify(await sign(record, bench.operator, bench.download), { ...expected, role }).owners).toEqual([
      "Olga",
      "Otto",
    ]);
  });

  test("is refused with two keys of one owner where two owners are needed", async () => {
    const both = await reopen({
      root: (root) => {
        root.roles.timestamp.threshold = 2;
        addKey(root.keys, root.roles.timestamp.keyids, bench.download, "Olga");
        addKey(root.keys, root.roles.timestamp.keyids, bench.content, "Otto");
      },
      teams: (teams) => {
        teams.delegations = { keys: {}, roles: teams.delegations.roles.map((role) => ({ ...role, keyids: [] })) };
      },
    });
    const envelope = await sign(release, bench.operator, bench.download);
    expectRefused(
      () => both.verify(envelope, { ...expected, role: { kind: "operator" } }),
      "SIGNATURES_TOO_FEW",
      /signed by 1 of the 2/,
    );
  });

  test("of a team without keys is refused", async () => {
    const none = await reopen({ teams: withoutDownload });
    const envelope = await sign({ ...release, name: "download" }, bench.download);
    expectRefused(
      () => none.verify(envelope, { ...expected, role: { kind: "team", name: "download" } }),
      "SIGNATURE_FOREIGN",
      /not a key of the team of download/,
    );
  });
});

describe("a key that is retired", () => {
  const retired = "2026-11-20T00:00:00Z";
  beforeEach(async () => {
    trust = await reopen({
      teams: (teams) => {
        Object.assign(teams.delegations.keys[bench.content.keyId] ?? {}, { retired });
      },
    });
  });

  test("validates what it signed before that moment, and nothing later", async () => {
    const envelope = await sign(release, bench.content);
    expect(trust.verify(envelope, { ...expected, at: new Date("2026-11-19T23:59:59Z") }).owners).toEqual(["Carl"]);
    expectRefused(
      () => trust.verify(envelope, { ...expected, at: new Date(retired) }),
      "KEY_RETIRED",
      /of Carl is retired since 2026-11-20T00:00:00/,
    );
    expectRefused(() => trust.verify(envelope, expected), "KEY_RETIRED", /Sign with its owner's newer key/);
  });

  test("does not count when the moment of signing is no valid date", async () => {
    const envelope = await sign(release, bench.content);
    expect(() => trust.verify(envelope, { ...expected, at: new Date(Number.NaN) })).toThrow("retired");
  });
});

describe("a key that is revoked", () => {
  const revoked = { owner: "Carl", at: "2026-11-20T00:00:00Z", why: "laptop stolen" };

  test.each(["still in the list", "taken out of the list"])(
    "validates nothing, signed at any time (%s)",
    async (where) => {
      const after = await reopen({
        teams: (teams) => {
          teams.revoked = { [bench.content.keyId]: revoked };
          if (where === "taken out of the list")
            for (const role of teams.delegations.roles)
              role.keyids = role.keyids.filter((id) => id !== bench.content.keyId);
        },
      });
      const envelope = await sign(release, bench.content);
      for (const at of [benchNow, new Date("2020-01-01")]) {
        expectRefused(
          () => after.verify(envelope, { ...expected, at }),
          "KEY_REVOKED",
          /of Carl was revoked on 2026-11-20T00:00:00.000Z \(laptop stolen\)/,
        );
      }
    },
  );

  test("does not invalidate what another owner signed too", async () => {
    const after = await reopen({
      teams: (teams) => {
        teams.revoked = { [bench.content.keyId]: revoked };
        for (const role of teams.delegations.roles) role.keyids = [...new Set([...role.keyids, bench.download.keyId])];
      },
    });
    expect(after.verify(await sign(release, bench.content, bench.download), expected).owners).toEqual(["Dora"]);
  });

  test("of an operator is listed in the root's list", async () => {
    const after = await reopen({
      root: (root) => {
        addKey(root.keys, root.roles.timestamp.keyids, bench.download, "Otto");
        root.revoked = { [bench.operator.keyId]: { owner: "Olga", at: revoked.at, why: "key lost" } };
      },
      teams: withoutDownload,
    });
    const envelope = await sign(release, bench.operator);
    expectRefused(
      () => after.verify(envelope, { ...expected, role: { kind: "operator" } }),
      "KEY_REVOKED",
      /of Olga .* \(key lost\)/,
    );
  });
});

describe("a trust that is open when its list expires", () => {
  test.each(["root", "teams"] as const)("verifies nothing from then on (%s)", async (list) => {
    let now = benchNow;
    await reopen({
      [list]: (copy: { expires: string }) => {
        copy.expires = "2026-11-22T13:00:00Z";
      },
    });
    trust = await bench.open({ now: () => now });
    const envelope = await sign(release, bench.content);
    expect(trust.verify(envelope, expected).owners).toEqual(["Carl"]);
    now = new Date("2026-11-22T13:00:00Z");
    expectRefused(
      () => trust.verify(envelope, expected),
      "TRUST_EXPIRED",
      list === "root" ? /root\.json expired/ : /targets\.json expired/,
    );
    now = new Date(Number.NaN);
    expectRefused(() => trust.verify(envelope, expected), "TRUST_EXPIRED", /expired/);
  });
});

function addKey(keys: TrustBench["root"]["keys"], keyIds: string[], identity: Identity, owner: string): void {
  keys[identity.keyId] = { keytype: "ed25519", scheme: "ed25519", keyval: { public: identity.publicKey }, owner };
  keyIds.push(identity.keyId);
}

/** Removes the keys of the team of download: the list still names the team, but it cannot sign. */
function withoutDownload(teams: TrustBench["teams"]): void {
  Reflect.deleteProperty(teams.delegations.keys, teams.delegations.roles[1]?.keyids[0] ?? "");
  teams.delegations.roles = teams.delegations.roles.map((role) =>
    role.name === "download" ? { ...role, keyids: [] } : role,
  );
}
