import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import * as fc from "fast-check";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { isSiteError } from "@site/contracts/errors";
import { createIdentity, type Identity } from "./create-identities.ts";
import { signDocument, toCanonicalBytes, toEnvelopeBytes } from "@site/contracts/signing/signed-document";
import type { JsonValue } from "@site/contracts/signing/strict-json";
import { benchNow, createTrustBench, type TrustBench } from "../../testing/trust-bench.ts";
import { type KeyDocument, type RootDocument, type TeamsDocument, toRootDocument } from "./trust-documents.ts";
import type { Role, Trust } from "./trust.ts";
import { isJson } from "../../testing/is-json.ts";

const schema = v.looseObject({ _type: v.literal("note") });
const team: Role = { kind: "team", name: "content" };

/** Runs with a bench of its own. */
async function withBench(run: (bench: TrustBench) => Promise<void>): Promise<void> {
  const bench = createTrustBench();
  try {
    await run(bench);
  } finally {
    await bench.remove();
  }
}

/** JSON that may be signed. */
const json = fc
  .letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      fc.string({ unit: "binary" }),
      fc.maxSafeInteger(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie("value"), { maxLength: 4 }),
      fc.dictionary(fc.string({ unit: "binary" }), tie("value"), { maxKeys: 4 }),
    ),
  }))
  .value.filter(isJson);

describe("signed bytes", () => {
  test("are different for different documents, and read back as what was signed", async () => {
    await withBench(async (bench) => {
      await bench.putGood();
      const trust = await bench.open();
      await fc.assert(
        fc.asyncProperty(json, json, async (one, other) => {
          expect(toCanonicalBytes(one).equals(toCanonicalBytes(other))).toBe(
            isDeepStrictEqual(toPlain(one), toPlain(other)),
          );
          const signed = { _type: "note", one };
          const bytes = toEnvelopeBytes(await signDocument(signed, [bench.content.signer]));
          expect(toPlain(trust.verify(bytes, { role: team, type: "note", schema }).signed)).toEqual(toPlain(signed));
        }),
        { numRuns: 300 },
      );
    });
  });

  test("with one byte changed, added or removed are refused, or parse to the same document", async () => {
    await withBench(async (bench) => {
      await bench.putGood();
      const trust = await bench.open();
      const signed = { _type: "note", text: 'Grüße \u0001 " \\', list: [1, -20, true, null], of: { a: "" } };
      const good = toEnvelopeBytes(await signDocument(signed, [bench.content.signer]));
      let accepted = 0;
      const check = (bytes: Uint8Array): void => {
        try {
          const verified = trust.verify(bytes, { role: team, type: "note", schema });
          expect(verified).toEqual({ signed, owners: ["Carl"], keyIds: [bench.content.keyId] });
          accepted += 1;
        } catch (error) {
          if (!isSiteError(error)) throw error;
          expect(["ENVELOPE_INVALID", "ENVELOPE_TYPE_FOREIGN", "SIGNATURE_FOREIGN", "SIGNATURE_INVALID"]).toContain(
            error.code,
          );
        }
      };
      for (let at = 0; at < good.length; at += 1) {
        for (let bit = 0; bit < 8; bit += 1) check(withByte(good, at, (good[at] ?? 0) ^ (1 << bit)));
        check(Buffer.concat([good.subarray(0, at), good.subarray(at + 1)]));
        for (const byte of [" ", "\n", "0", ",", '"'])
          check(Buffer.concat([good.subarray(0, at), Buffer.from(byte), good.subarray(at)]));
      }
      // A second newline at the end is not tried above. Every other change must be refused.
      expect(accepted).toBe(0);
    });
  });

  test("of a trust list with one byte changed are refused, or parse to the same list", async () => {
    await withBench(async (bench) => {
      await bench.putGood();
      const good = await bench.open();
      const texts = {
        "1.root.json": readFileSync(join(bench.trustDir, "1.root.json")),
        "targets.json": readFileSync(join(bench.trustDir, "targets.json")),
      };
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom("1.root.json" as const, "targets.json" as const),
          fc.nat(),
          fc.integer({ min: 1, max: 255 }),
          async (name, position, change) => {
            const text = texts[name];
            const at = position % text.length;
            const changed = withByte(text, at, (text[at] ?? 0) ^ change);
            await bench.putGood();
            await bench.put(name, changed);
            // Change the copy as well: otherwise the list is refused because the two differ.
            if (name === "1.root.json") await bench.put("root.json", changed);
            for (const stateDir of [bench.stateDir, join(bench.stateDir, "of-a-new-server")]) {
              try {
                const trust = await bench.open({ stateDir });
                expect([trust.root.envelope.signed, trust.teams.envelope.signed]).toEqual([
                  good.root.envelope.signed,
                  good.teams.envelope.signed,
                ]);
              } catch (error) {
                if (!isSiteError(error)) throw error;
                expect(["TRUST_INVALID", "TRUST_REPLACED", "TRUST_ROLLED_BACK"]).toContain(error.code);
              }
            }
          },
        ),
        { numRuns: 200 },
      );
    });
  });
});

/** The states of a team's key after a step of the owners. */
const keyStates = ["absent", "in force", "retired", "to retire", "revoked"] as const;
type KeyState = (typeof keyStates)[number];

/** One change by the owners: of the root, of the teams, or of both. */
const step = fc.record({
  changes: fc.constantFrom("root", "teams", "both"),
  /** Which of three people own the root from now on, and how many of them have to sign. */
  owners: fc.subarray([0, 1, 2], { minLength: 1 }),
  threshold: fc.integer({ min: 1, max: 3 }),
  operators: fc.subarray([0, 1], { minLength: 1 }),
  team: fc.tuple(...Array.from({ length: 3 }, () => fc.constantFrom(...keyStates))),
});

describe("any order of rotations", () => {
  test("gives exactly the rights of the newest lists, on a server that saw all of them and on one that saw only the last", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), fc.nat(), async (steps, replayed) => {
        await withBench(async (bench) => {
          const people = ["Ana", "Ben", "Cleo"].map((owner) => createIdentity({ kind: "root" }, owner));
          const operators = ["Olga", "Otto"].map((owner) => createIdentity({ kind: "operator" }, owner));
          const keys = ["Carl", "Cora", "Cem"].map((owner) => createIdentity(team, owner));
          let root: RootDocument = toRootDocument(
            [...people.slice(0, 1), bench.check, ...operators],
            new Date("2027-01-01"),
          );
          let owners = people.slice(0, 1);
          let teams: TeamsDocument = toTeams(1, keys, ["in force", "in force", "in force"]);
          await bench.putRoot(root, owners);
          await bench.putTeams(teams, owners);
          let [states, allowed]: [readonly KeyState[], Identity[]] = [["in force", "in force", "in force"], operators];
          await bench.open();
          const past: TeamsDocument[] = [];
          for (const { changes, team: nextStates, ...next } of steps) {
            if (changes !== "teams") {
              const nextOwners = next.owners.flatMap((index) => people[index] ?? []);
              allowed = next.operators.flatMap((index) => operators[index] ?? []);
              root = toRoot(
                root.version + 1,
                nextOwners,
                [bench.check, ...allowed],
                Math.min(next.threshold, nextOwners.length),
              );
              await bench.putRoot(root, [...new Set([...owners, ...nextOwners])]);
              owners = nextOwners;
            }
            if (changes !== "root") {
              past.push(teams);
              states = nextStates;
              teams = toTeams(teams.version + 1, keys, states);
            }
            await bench.putTeams(teams, owners);
            await expectRights(await bench.open(), keys, states, operators, allowed);
          }
          await expectRights(
            await bench.open({ stateDir: join(bench.stateDir, "of-a-new-server") }),
            keys,
            states,
            operators,
            allowed,
          );
          const old = past[replayed % Math.max(past.length, 1)];
          if (!old) return;
          await bench.putTeams(old, owners);
          await expect(bench.open()).rejects.toMatchObject({ code: "TRUST_ROLLED_BACK" });
        });
      }),
      { numRuns: 12 },
    );
  });
});

function toRoot(
  version: number,
  owners: readonly Identity[],
  others: readonly Identity[],
  threshold: number,
): RootDocument {
  const root = toRootDocument([...owners, ...others], new Date("2027-01-01"));
  return {
    ...root,
    version,
    roles: { ...root.roles, root: { ...root.roles.root, threshold }, targets: { ...root.roles.targets, threshold } },
  };
}

/** The list of one team whose keys are in the given states. */
function toTeams(version: number, keys: readonly Identity[], states: readonly KeyState[]): TeamsDocument {
  const listed = keys.filter((_, index) => states[index] !== "absent");
  const moments: Partial<Record<KeyState, string>> = {
    retired: "2026-11-22T11:00:00Z",
    "to retire": "2026-11-22T13:00:00Z",
  };
  const toKey = (identity: Identity): KeyDocument => {
    const retired = moments[states[keys.indexOf(identity)] ?? "absent"];
    return {
      keytype: "ed25519",
      scheme: "ed25519",
      keyval: { public: identity.publicKey },
      owner: identity.owner,
      ...(retired !== undefined && { retired }),
    };
  };
  return {
    _type: "targets",
    spec_version: "1.0.31",
    version,
    expires: "2027-01-01T00:00:00Z",
    targets: {},
    delegations: {
      keys: Object.fromEntries(listed.map((identity) => [identity.keyId, toKey(identity)])),
      roles: [
        {
          name: "content",
          paths: ["content/*"],
          terminating: true,
          keyids: listed.map(({ keyId }) => keyId),
          threshold: 1,
        },
      ],
    },
    revoked: Object.fromEntries(
      keys
        .filter((_, index) => states[index] === "revoked")
        .map(({ keyId, owner }) => [keyId, { owner, at: "2026-11-22T11:00:00Z", why: "lost" }]),
    ),
  };
}

const outcomes: Record<KeyState, string> = {
  absent: "SIGNATURE_FOREIGN",
  "in force": "good",
  retired: "KEY_RETIRED",
  "to retire": "good",
  revoked: "KEY_REVOKED",
};

async function expectRights(
  trust: Trust,
  keys: readonly Identity[],
  states: readonly KeyState[],
  operators: readonly Identity[],
  allowed: readonly Identity[],
): Promise<void> {
  const tryKey = async (identity: Identity, role: Role, at: Date): Promise<string> => {
    const envelope = await signDocument({ _type: "note" }, [identity.signer]);
    try {
      return trust.verify(envelope, { role, type: "note", schema, at }).keyIds.join() === identity.keyId
        ? "good"
        : "as another";
    } catch (error) {
      return isSiteError(error) ? error.code : String(error);
    }
  };
  for (const [index, key] of keys.entries()) {
    const state = states[index] ?? "absent";
    expect(await tryKey(key, team, benchNow)).toBe(outcomes[state]);
    expect(await tryKey(key, team, new Date("2026-11-22T10:00:00Z"))).toBe(
      state === "retired" ? "good" : outcomes[state],
    );
    expect(await tryKey(key, { kind: "operator" }, benchNow)).toBe(
      state === "revoked" ? "KEY_REVOKED" : "SIGNATURE_FOREIGN",
    );
  }
  for (const operator of operators) {
    expect(await tryKey(operator, { kind: "operator" }, benchNow)).toBe(
      allowed.includes(operator) ? "good" : "SIGNATURE_FOREIGN",
    );
    expect(await tryKey(operator, team, benchNow)).toBe("SIGNATURE_FOREIGN");
  }
}

function withByte(bytes: Uint8Array, at: number, byte: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = byte;
  return copy;
}

/** Without prototypes, which differ between generated and parsed objects. */
function toPlain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
