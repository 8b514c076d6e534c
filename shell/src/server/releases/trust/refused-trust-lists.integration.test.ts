import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createIdentity } from "./create-identities.ts";
import { signDocument } from "@site/contracts/signing/signed-document";
import { createTrustBench, toText, type TrustBench, withChange } from "../../testing/trust-bench.ts";
import { toRootDocument } from "./trust-documents.ts";

let bench: TrustBench;
beforeEach(() => {
  bench = createTrustBench();
});
afterEach(() => bench.remove());

const makePipe = "mkfifo";

const past = "2026-11-22T11:59:59Z";

/** What is refused: what is done to a good folder, the code, and what the sentence says. */
type Refusal = [title: string, damage: () => Promise<void> | void, code: string, sentence: RegExp];

// The identities differ in each test, so the table names them by functions.
const [ana, ben, content, operator] = [() => bench.ana, () => bench.ben, () => bench.content, () => bench.operator];
const changeRoot = (change: Parameters<typeof withChange<TrustBench["root"]>>[1]) => () =>
  bench.putRoot(withChange(bench.root, change), [ana()]);
const changeTeams = (change: Parameters<typeof withChange<TrustBench["teams"]>>[1]) => () =>
  bench.putTeams(withChange(bench.teams, change), [ana()]);
/** Replaces text in a file after it was signed. */
const replaceIn = (name: string, from: string | RegExp, to: string) => async () => {
  const file = join(bench.trustDir, name);
  const text = await readFile(file, "utf8");
  const changed = text.replace(from, () => to);
  expect(changed).not.toBe(text);
  writeFileSync(file, changed);
  if (name === "1.root.json") writeFileSync(join(bench.trustDir, "root.json"), changed);
};
/** Signs a document that the types do not allow. */
const putRaw = async (name: string, document: object) => {
  const signed: unknown = JSON.parse(JSON.stringify(document));
  const text = JSON.stringify({ ...(await signDocument(Object(signed), [ana().signer])), signed });
  await bench.put(name, text);
  if (name === "1.root.json") await bench.put("root.json", text);
};

describe("a trust list", () => {
  const refusals: Refusal[] = [
    [
      "a folder that is missing",
      () => rmSync(bench.trustDir, { recursive: true }),
      "TRUST_MISSING",
      /trust is not there/,
    ],
    [
      "a folder that is empty",
      () => {
        rmSync(bench.trustDir, { recursive: true });
        mkdirSync(bench.trustDir);
      },
      "TRUST_MISSING",
      /root\.json is not there/,
    ],
    [
      "a folder that is a file",
      () => {
        rmSync(bench.trustDir, { recursive: true });
        writeFileSync(bench.trustDir, "");
      },
      "TRUST_INVALID",
      /ENOTDIR/,
    ],
    ["no root.json", () => rmSync(join(bench.trustDir, "root.json")), "TRUST_MISSING", /root\.json is not there/],
    [
      "no targets.json",
      () => rmSync(join(bench.trustDir, "targets.json")),
      "TRUST_MISSING",
      /targets\.json is not there/,
    ],
    ["an empty root.json", () => bench.put("root.json", ""), "TRUST_INVALID", /root\.json .* it is empty/],
    ["an empty targets.json", () => bench.put("targets.json", ""), "TRUST_INVALID", /targets\.json .* it is empty/],
    [
      "half of a file",
      async () => bench.put("targets.json", (await readFile(join(bench.trustDir, "targets.json"))).subarray(0, 700)),
      "TRUST_INVALID",
      /JSON/,
    ],
    [
      "a file with more after its end",
      async () => bench.put("targets.json", `${await readFile(join(bench.trustDir, "targets.json"), "utf8")}{}`),
      "TRUST_INVALID",
      /JSON/,
    ],
    ["bytes that are not UTF-8", replaceBytes, "TRUST_INVALID", /valid/],
    ["a byte order mark", replaceIn("targets.json", /^/, "\uFEFF"), "TRUST_INVALID", /JSON/],
    ["a list in place of an object", () => bench.put("targets.json", "[]"), "TRUST_INVALID", /not an object/],
    ["null", () => bench.put("targets.json", "null"), "TRUST_INVALID", /not an object/],
    [
      "a folder in place of a file",
      () => {
        rmSync(join(bench.trustDir, "targets.json"));
        mkdirSync(join(bench.trustDir, "targets.json"));
      },
      "TRUST_INVALID",
      /not a file/,
    ],
    [
      "a pipe that stays empty",
      () => {
        rmSync(join(bench.trustDir, "targets.json"));
        execFileSync(makePipe, [join(bench.trustDir, "targets.json")]);
      },
      "TRUST_INVALID",
      /not a file/,
    ],
    [
      "a link in a circle",
      () => {
        rmSync(join(bench.trustDir, "targets.json"));
        symlinkSync("targets.json", join(bench.trustDir, "targets.json"));
      },
      "TRUST_INVALID",
      /ELOOP/,
    ],
    ["2 MB", () => bench.put("targets.json", " ".repeat(2_000_000)), "TRUST_INVALID", /2000000 bytes/],
    [
      "1 MB of signatures",
      replaceIn(
        "targets.json",
        /"signatures": \[/,
        `"signatures": [${`{"keyid": "${"0".repeat(64)}", "sig": "${"0".repeat(128)}"},`.repeat(4500)}`,
      ),
      "TRUST_INVALID",
      /bytes|JSON\.stringify/,
    ],
    [
      "17 signatures",
      async () =>
        putEnvelope("targets.json", (envelope) => ({
          ...envelope,
          signatures: Array.from({ length: 17 }, (_, index) => ({
            keyid: String(index).padStart(64, "0"),
            sig: "0".repeat(128),
          })),
        })),
      "TRUST_INVALID",
      /17 signatures/,
    ],
    [
      "no signature",
      () => putEnvelope("targets.json", (envelope) => ({ ...envelope, signatures: [] })),
      "TRUST_INVALID",
      /no signature/,
    ],
    [
      "one signature twice",
      () =>
        putEnvelope("targets.json", (envelope) => ({
          ...envelope,
          signatures: [...envelope.signatures, ...envelope.signatures],
        })),
      "TRUST_INVALID",
      /signed twice/,
    ],
    [
      "a field beside the signatures",
      () => putEnvelope("targets.json", (envelope) => ({ ...envelope, hint: 1 })),
      "TRUST_INVALID",
      /field hint/,
    ],
    [
      "a signature in capitals",
      () =>
        putEnvelope("targets.json", (envelope) => ({
          ...envelope,
          signatures: envelope.signatures.map(({ keyid, sig }) => ({ keyid, sig: sig.toUpperCase() })),
        })),
      "TRUST_INVALID",
      /128 hexadecimal/,
    ],
    [
      "a wrong signature",
      () =>
        putEnvelope("targets.json", (envelope) => ({
          ...envelope,
          signatures: envelope.signatures.map(({ keyid, sig }) => ({ keyid, sig: toOtherDigit(sig) })),
        })),
      "TRUST_INVALID",
      /0\/1 keys/,
    ],
    [
      "a signature of the root for other teams",
      async () => {
        const other = await toText(
          withChange(bench.teams, (teams) => {
            teams.version = 2;
          }),
          [ana()],
        );
        await putEnvelope("targets.json", (envelope) => ({ ...envelope, signatures: JSON.parse(other).signatures }));
      },
      "TRUST_INVALID",
      /0\/1 keys/,
    ],
    [
      "teams that a root's key did not sign",
      () => bench.putTeams(bench.teams, [content()]),
      "TRUST_INVALID",
      /0\/1 keys/,
    ],
    [
      "teams with a signature of another key beside the root's",
      () => bench.putTeams(bench.teams, [ana(), content()]),
      "TRUST_INVALID",
      /has a signature of the key/,
    ],
    [
      "a root with a signature of another key beside its own",
      () => bench.putRoot(bench.root, [ana(), operator()]),
      "TRUST_INVALID",
      /has a signature of the key/,
    ],
    ["a root that did not sign itself", () => bench.putRoot(bench.root, [operator()]), "TRUST_INVALID", /0\/1 keys/],
    [
      "a root of which too few signed",
      changeRoot((root) => {
        root.roles.root.threshold = 2;
      }),
      "TRUST_INVALID",
      /1\/2 keys/,
    ],
    [
      "teams of which too few signed",
      async () => {
        await bench.putRoot(
          withChange(bench.root, (root) => {
            root.roles.targets.threshold = 2;
          }),
        );
      },
      "TRUST_INVALID",
      /1\/2 keys/,
    ],
    [
      "a threshold that one owner with two keys would reach",
      changeRoot((root) => {
        root.roles.root.threshold = 2;
        for (const key of Object.values(root.keys)) key.owner = "Ana";
      }),
      "TRUST_INVALID",
      /needs 2 owners and has 1/,
    ],
    [
      "a threshold of none",
      changeRoot((root) => {
        root.roles.timestamp.threshold = 0;
      }),
      "TRUST_INVALID",
      /threshold/,
    ],
    [
      "a threshold below none",
      changeTeams((teams) => {
        for (const role of teams.delegations.roles) role.threshold = -1;
      }),
      "TRUST_INVALID",
      /threshold/,
    ],
    [
      "a threshold above all keys",
      changeTeams((teams) => {
        for (const role of teams.delegations.roles) role.threshold = 2;
      }),
      "TRUST_INVALID",
      /needs 2 owners and has 1/,
    ],
    [
      "an expired root",
      changeRoot((root) => {
        root.expires = past;
      }),
      "TRUST_EXPIRED",
      /root\.json expired on 2026-11-22T11:59:59/,
    ],
    [
      "a root that expires this second",
      changeRoot((root) => {
        root.expires = "2026-11-22T12:00:00Z";
      }),
      "TRUST_EXPIRED",
      /root\.json expired/,
    ],
    [
      "expired teams",
      changeTeams((teams) => {
        teams.expires = past;
      }),
      "TRUST_EXPIRED",
      /targets\.json expired on 2026-11-22T11:59:59/,
    ],
    [
      "a day that does not exist",
      changeTeams((teams) => {
        teams.expires = "2027-02-30T00:00:00Z";
      }),
      "TRUST_INVALID",
      /no such moment/,
    ],
    [
      "a moment without a zone",
      changeTeams((teams) => {
        teams.expires = "2027-02-20";
      }),
      "TRUST_INVALID",
      /moment such as/,
    ],
    [
      "a version of 0",
      changeTeams((teams) => {
        teams.version = 0;
      }),
      "TRUST_INVALID",
      /version/,
    ],
    [
      "a version of 1.0",
      replaceIn("targets.json", '"version": 1', '"version": 1.0'),
      "TRUST_INVALID",
      /JSON\.stringify/,
    ],
    [
      "a version of 1e0",
      replaceIn("targets.json", '"version": 1', '"version": 1e0'),
      "TRUST_INVALID",
      /JSON\.stringify/,
    ],
    ["a version of 1.5", replaceIn("targets.json", '"version": 1', '"version": 1.5'), "TRUST_INVALID", /whole number/],
    [
      "a version of 1e400",
      replaceIn("targets.json", '"version": 1', '"version": 1e400'),
      "TRUST_INVALID",
      /whole number/,
    ],
    [
      "a version of 2^53",
      replaceIn("targets.json", '"version": 1', '"version": 9007199254740992'),
      "TRUST_INVALID",
      /whole number/,
    ],
    ["a version of -0", replaceIn("targets.json", '"version": 1', '"version": -0'), "TRUST_INVALID", /whole number/],
    [
      "a version that stands twice",
      replaceIn("targets.json", '"version": 1', '"version": 1,\n    "version": 1'),
      "TRUST_INVALID",
      /stands twice/,
    ],
    [
      "a list of another kind as root",
      async () => {
        const text = await readFile(join(bench.trustDir, "targets.json"));
        await bench.put("1.root.json", text);
        await bench.put("root.json", text);
      },
      "TRUST_INVALID",
      /expected 'root', got targets/,
    ],
    [
      "a list of another kind as teams",
      async () => bench.put("targets.json", await readFile(join(bench.trustDir, "root.json"))),
      "TRUST_INVALID",
      /expected 'targets', got root/,
    ],
    [
      "a specification of the future",
      changeTeams((teams) => {
        teams.spec_version = "2.0.0";
      }),
      "TRUST_INVALID",
      /specVersion/,
    ],
    ["two keys with one id in one file", doubleKey, "TRUST_INVALID", /stands twice/],
    [
      "a key in both files that differs",
      changeTeams((teams) => {
        teams.delegations.keys[bench.check.keyId] = {
          ...(Object.values(bench.root.keys).find(({ owner }) => owner === "Check") ?? fail()),
          owner: "Carl",
        };
      }),
      "TRUST_INVALID",
      /stands in both lists and differs/,
    ],
    [
      "a key whose id is not its hash",
      changeTeams((teams) => {
        moveKey(teams.delegations.keys, bench.content.keyId, "0".repeat(64));
        for (const role of teams.delegations.roles)
          role.keyids = role.keyids.map((id) => (id === bench.content.keyId ? "0".repeat(64) : id));
      }),
      "TRUST_INVALID",
      /not the hash/,
    ],
    [
      "a key of another kind",
      changeTeams((teams) => {
        for (const key of Object.values(teams.delegations.keys)) key.keytype = "rsa";
      }),
      "TRUST_INVALID",
      /of the kind rsa/,
    ],
    [
      "a key with another scheme",
      changeTeams((teams) => {
        for (const key of Object.values(teams.delegations.keys)) key.scheme = "ed448";
      }),
      "TRUST_INVALID",
      /ed25519\/ed448/,
    ],
    [
      "a key that is no point",
      changeTeams((teams) => {
        for (const key of Object.values(teams.delegations.keys)) key.keyval.public = "zz";
      }),
      "TRUST_INVALID",
      /64 hexadecimal/,
    ],
    [
      "a key without an owner",
      changeTeams((teams) => {
        for (const key of Object.values(teams.delegations.keys)) Reflect.deleteProperty(key, "owner");
      }),
      "TRUST_INVALID",
      /owner/,
    ],
    [
      "a misspelt retired",
      changeTeams((teams) => {
        for (const key of Object.values(teams.delegations.keys)) Object.assign(key, { retierd: past });
      }),
      "TRUST_INVALID",
      /retierd/,
    ],
    [
      "a misspelt revoked",
      changeTeams((teams) => {
        Object.assign(teams, { revokd: {} });
      }),
      "TRUST_INVALID",
      /revokd/,
    ],
    [
      "a role that names a key that is not there",
      changeTeams((teams) => {
        teams.delegations.keys = {};
      }),
      "TRUST_INVALID",
      /not in the list/,
    ],
    [
      "a role that names a key twice",
      changeRoot((root) => {
        root.roles.root.keyids.push(bench.ana.keyId);
      }),
      "TRUST_INVALID",
      /duplicate/,
    ],
    [
      "a root without operators",
      changeRoot((root) => {
        root.roles.timestamp.keyids = [];
      }),
      "TRUST_INVALID",
      /timestamp has no key/,
    ],
    [
      "a root without a role",
      changeRoot((root) => {
        Reflect.deleteProperty(root.roles, "snapshot");
      }),
      "TRUST_INVALID",
      /missing top-level role/,
    ],
    [
      "a root with another role",
      changeRoot((root) => {
        Object.assign(root.roles, { mirrors: root.roles.root });
      }),
      "TRUST_INVALID",
      /no role mirrors/,
    ],
    [
      "a key of the check that is also an operator's",
      changeRoot((root) => {
        root.roles.timestamp.keyids.push(bench.check.keyId);
      }),
      "TRUST_INVALID",
      /is a key of the release check and of the operators/,
    ],
    [
      "a key of the root that is also the check's",
      changeRoot((root) => {
        root.roles.snapshot.keyids.push(bench.ana.keyId);
      }),
      "TRUST_INVALID",
      /is a key of the trust list and of the release check/,
    ],
    [
      "a key of a team that is also an operator's",
      changeTeams((teams) => {
        teams.delegations.keys[bench.operator.keyId] = bench.root.keys[bench.operator.keyId] ?? fail();
        for (const role of teams.delegations.roles) role.keyids.push(bench.operator.keyId);
      }),
      "TRUST_INVALID",
      /is a key of the root's list and of a team/,
    ],
    [
      "a revoked key that may sign the list",
      changeRoot((root) => {
        root.revoked = { [bench.ben.keyId]: { owner: "Ben", at: past, why: "stolen" } };
      }),
      "TRUST_INVALID",
      /revoked key .* may still sign/,
    ],
    [
      "teams that revoke a key of the root",
      changeTeams((teams) => {
        teams.revoked = { [bench.ben.keyId]: { owner: "Ben", at: past, why: "stolen" } };
      }),
      "TRUST_INVALID",
      /revoked key .* may still sign/,
    ],
    [
      "a retired key that may sign the list",
      changeRoot((root) => {
        Object.assign(root.keys[bench.ben.keyId] ?? fail(), { retired: "2027-01-01T00:00:00Z" });
      }),
      "TRUST_INVALID",
      /retired key .* may still sign/,
    ],
    [
      "an owner whose name moves the cursor",
      changeTeams((teams) => {
        for (const key of Object.values(teams.delegations.keys)) key.owner = "Carl\u001b[2J";
      }),
      "TRUST_INVALID",
      /name of the key's owner/,
    ],
    [
      "a revocation without a reason",
      changeTeams((teams) => {
        teams.revoked = { [bench.content.keyId]: { owner: "Carl", at: past, why: "" } };
      }),
      "TRUST_INVALID",
      /why/,
    ],
    [
      "a team with the paths of all",
      changeTeams((teams) => {
        for (const role of teams.delegations.roles) role.paths = ["*/*"];
      }),
      "TRUST_INVALID",
      /the one path content\/\*/,
    ],
    [
      "a team with another team's path beside its own",
      changeTeams((teams) => {
        for (const role of teams.delegations.roles) role.paths = ["content/*", "download/*"];
      }),
      "TRUST_INVALID",
      /the one path/,
    ],
    [
      "a team without a path",
      changeTeams((teams) => {
        for (const role of teams.delegations.roles) role.paths = [];
      }),
      "TRUST_INVALID",
      /the one path/,
    ],
    [
      "a team that is not terminating",
      changeTeams((teams) => {
        for (const role of teams.delegations.roles) role.terminating = false;
      }),
      "TRUST_INVALID",
      /terminating/,
    ],
    [
      "a team whose name climbs",
      changeTeams((teams) => {
        for (const role of teams.delegations.roles.slice(0, 1))
          Object.assign(role, { name: "../content", paths: ["../content/*"] });
      }),
      "TRUST_INVALID",
      /name of a package/,
    ],
    [
      "a team that stands twice",
      changeTeams((teams) => {
        teams.delegations.roles.push(...teams.delegations.roles.slice(0, 1));
      }),
      "TRUST_INVALID",
      /duplicate delegated role/,
    ],
    [
      "teams by hash of the path",
      () =>
        putRaw(
          "targets.json",
          withChange(bench.teams, (teams) => {
            for (const role of teams.delegations.roles) {
              Reflect.deleteProperty(role, "paths");
              Object.assign(role, { path_hash_prefixes: [""] });
            }
          }),
        ),
      "TRUST_INVALID",
      /the one path/,
    ],
    [
      "teams in bins",
      () =>
        putRaw(
          "targets.json",
          withChange(bench.teams, (teams) => {
            Object.assign(teams.delegations, {
              succinct_roles: { keyids: [bench.content.keyId], threshold: 1, bit_length: 4, name_prefix: "bin" },
            });
          }),
        ),
      "TRUST_INVALID",
      /standard does not know/,
    ],
    [
      "teams that list files",
      () =>
        putRaw("targets.json", { ...bench.teams, targets: { "content/a": { length: 1, hashes: { sha256: "00" } } } }),
      "TRUST_INVALID",
      /lists files/,
    ],
    [
      "teams without delegations",
      () => putRaw("targets.json", { ...bench.teams, delegations: undefined }),
      "TRUST_INVALID",
      /delegates to no team/,
    ],
    [
      "__proto__ among the keys",
      replaceIn("targets.json", /"keys": \{/, '"keys": {\n        "__proto__": {},'),
      "TRUST_INVALID",
      /__proto__ is not allowed/,
    ],
    [
      "__proto__ in what is signed",
      replaceIn("1.root.json", '"signed": {', '"signed": {\n    "__proto__": {},'),
      "TRUST_INVALID",
      /__proto__ is not allowed/,
    ],
    [
      "constructor as a role",
      replaceIn("1.root.json", '"roles": {', '"roles": {\n      "constructor": {},'),
      "TRUST_INVALID",
      /constructor is not allowed/,
    ],
    [
      "40 objects in each other",
      replaceIn("targets.json", '"targets": {}', `"targets": ${'{"a":'.repeat(40)}1${"}".repeat(40)}`),
      "TRUST_INVALID",
      /stand in each other/,
    ],
    ["half of a character", replaceIn("targets.json", '"Carl"', '"Carl\\ud800"'), "TRUST_INVALID", /well-formed/],
    [
      "an owner without a name",
      changeTeams((teams) => {
        for (const key of Object.values(teams.delegations.keys)) key.owner = " ";
      }),
      "TRUST_INVALID",
      /name of the key's owner/,
    ],
    [
      "a root file under another version's name",
      async () => bench.put("2.root.json", await readFile(join(bench.trustDir, "root.json"))),
      "TRUST_INVALID",
      /its version is 1/,
    ],
    [
      "a root.json that is not the file of its version",
      () => toText({ ...bench.root, consistent_snapshot: true }, [ana()]).then((text) => bench.put("root.json", text)),
      "TRUST_INVALID",
      /not the file 1\.root\.json/,
    ],
    [
      "a next root that the one before did not sign",
      () => {
        const eve = createIdentity({ kind: "root" }, "Eve");
        return bench.putRoot(
          { ...toRootDocument([eve, bench.check, bench.operator], new Date("2027-01-01")), version: 2 },
          [eve],
        );
      },
      "TRUST_INVALID",
      /2\.root\.json .* 0\/1 keys/,
    ],
    [
      "a next root that it did not sign itself",
      () => {
        const eve = createIdentity({ kind: "root" }, "Eve");
        return bench.putRoot(
          { ...toRootDocument([eve, bench.check, bench.operator], new Date("2027-01-01")), version: 2 },
          [ana()],
        );
      },
      "TRUST_INVALID",
      /2\.root\.json .* 0\/1 keys/,
    ],
    [
      "a gap between two roots",
      () => bench.putRoot({ ...bench.root, version: 3 }),
      "TRUST_MISSING",
      /2\.root\.json is not there/,
    ],
    [
      "teams that only the root before signed",
      () =>
        bench.putRoot({ ...toRootDocument([ben(), bench.check, bench.operator], new Date("2027-01-01")), version: 2 }, [
          ana(),
          ben(),
        ]),
      "TRUST_INVALID",
      /targets\.json .* 0\/1 keys/,
    ],
  ];

  test.each(refusals)("is refused with %s, and nothing is made or changed", async (_, damage, code, sentence) => {
    await bench.putGood();
    await damage();
    const before = await bench.list();
    await expect(bench.open()).rejects.toMatchObject({ code, message: expect.stringMatching(sentence) });
    // Whole sentences, without the advice of an inner error in between.
    await expect(bench.open()).rejects.toMatchObject({
      message: expect.not.stringMatching(/\.\. [A-Z]|Sign it again,|\p{Cc}/u),
    });
    expect(await bench.list()).toEqual(before);
  });
});

async function replaceBytes(): Promise<void> {
  const bytes = await readFile(join(bench.trustDir, "targets.json"));
  bytes[bytes.indexOf("Carl")] = 0xff;
  await bench.put("targets.json", bytes);
}

async function putEnvelope(
  name: string,
  change: (envelope: { signatures: { keyid: string; sig: string }[]; signed: object }) => object,
): Promise<void> {
  const envelope = JSON.parse(await readFile(join(bench.trustDir, name), "utf8"));
  await bench.put(name, JSON.stringify(change(envelope)));
}

/** Writes the first key twice, with two owners: parsers that keep the first and those that keep the last would read different lists. */
async function doubleKey(): Promise<void> {
  const text = JSON.stringify(JSON.parse(await readFile(join(bench.trustDir, "targets.json"), "utf8")));
  const key = /"keys":\{("[0-9a-f]{64}":\{.*?\}.*?\}),/.exec(text)?.[1] ?? fail();
  await bench.put(
    "targets.json",
    text.replace('"keys":{', () => `"keys":{${key.replace("Carl", "Eve")},`),
  );
}

function moveKey(keys: TrustBench["root"]["keys"], from: string, to: string): void {
  const key = keys[from] ?? fail();
  Reflect.deleteProperty(keys, from);
  keys[to] = key;
}

function fail(): never {
  throw new Error("the bench has no such key");
}

/** A text that differs in its first digit. */
function toOtherDigit(text: string): string {
  return `${text.startsWith("0") ? "1" : "0"}${text.slice(1)}`;
}
