import { existsSync, mkdtempSync, statSync } from "node:fs";
import { cp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { toDigest } from "@site/contracts/releases/digest";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { natsNote, natsProgram, startNatsServers } from "../../testing/nats-servers.ts";
import { addTeam, revokeKey } from "../trust/change-teams.ts";
import { createDevelopmentIdentities } from "../trust/development-identities.ts";
import { openSigner } from "../trust/open-signer.ts";
import { openTrust } from "../trust/open-trust.ts";
import { fetchTrust } from "./copy-trust.ts";
import { shareTrust } from "./share-trust.ts";
import { makeBuckets, withKeys } from "./nats-buckets.ts";
import { type NatsLink, openNatsLink } from "./nats-link.ts";

/** A folder on another disk than temporary files are on, which may be in memory. */
const otherDisk = ["/dev/shm", "/var/tmp"].find(
  (path) => existsSync(path) && statSync(path).dev !== statSync(tmpdir()).dev,
);

describe.skipIf(natsProgram === undefined)(`a trust list that a store in NATS carries${natsNote}`, () => {
  let folder = "";
  let nats: Awaited<ReturnType<typeof startNatsServers>>;
  let link: NatsLink;
  const toPlaces = (machine: string) => ({
    trustDir: join(folder, machine, "trust"),
    keysDir: join(folder, machine, "keys"),
    stateDir: join(folder, machine, "state"),
    rootDigest: undefined,
  });
  const readTeams = (machine: string): Promise<string> =>
    readFile(join(toPlaces(machine).trustDir, "targets.json"), "utf8");

  const openTrusted = (machine: string): ReturnType<typeof openTrust> => {
    const { trustDir, stateDir } = toPlaces(machine);
    return openTrust({ trustDir, stateDir });
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "copy-trust-"));
    nats = await startNatsServers({ folder });
    link = openNatsLink({ servers: [nats.url], name: "trust" }, { keepsTrying: false });
    await makeBuckets(link, { replicas: 1 });
    await createDevelopmentIdentities({ ...toPlaces("owner"), teams: ["shell", "content"] });
    await shareTrust(link, toPlaces("owner").trustDir);
  });
  afterAll(async () => {
    await link?.close();
    await nats?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const readRootDigest = async () => toDigest(await readFile(join(toPlaces("owner").trustDir, "1.root.json")));

  test("is taken by a machine without one only when it names the root", async () => {
    await expect(fetchTrust(link, toPlaces("fresh"))).rejects.toMatchObject({ code: "TRUST_ROOT_UNNAMED" });
    const other = toDigest(Buffer.from("another root"));
    await expect(fetchTrust(link, { ...toPlaces("fresh"), rootDigest: other })).rejects.toMatchObject({
      code: "TRUST_UNPINNED",
    });
    await expect(readTeams("fresh")).rejects.toMatchObject({ code: "ENOENT" });
    expect(await fetchTrust(link, { ...toPlaces("fresh"), rootDigest: await readRootDigest() })).toBe("replaced");
    expect(await readTeams("fresh")).toBe(await readTeams("owner"));
    expect(await fetchTrust(link, toPlaces("fresh"))).toBe("same");
  });

  test.skipIf(otherDisk === undefined)(
    "is taken to a folder on another disk than what the machine remembers",
    async () => {
      const trustDir = mkdtempSync(join(otherDisk ?? "", "copy-trust-"));
      try {
        const places = { ...toPlaces("two-disks"), trustDir, rootDigest: await readRootDigest() };
        expect(await fetchTrust(link, places)).toBe("replaced");
        expect(await readFile(join(trustDir, "targets.json"), "utf8")).toBe(await readTeams("owner"));
        expect((await readdir(trustDir)).toSorted()).toEqual(["1.root.json", "root.json", "targets.json"]);
      } finally {
        await rm(trustDir, { recursive: true, force: true });
      }
    },
  );

  test("does not replace a newer one of this machine, and reaches the others when that is shared", async () => {
    await addTeam(toPlaces("owner"), "lobby", "the lobby's team");
    const newer = await readTeams("owner");
    expect(await fetchTrust(link, toPlaces("owner"))).toBe("older");
    expect(await readTeams("owner")).toBe(newer);
    await shareTrust(link, toPlaces("owner").trustDir);
    expect(await fetchTrust(link, toPlaces("fresh"))).toBe("replaced");
    expect(await readTeams("fresh")).toBe(newer);
  });

  test("that another account changed is refused, and the earlier one stays", async () => {
    const before = await readTeams("fresh");
    const changed = before.replace("lobby", "lobbx");
    await withKeys(link, "data", ({ kv }) => kv.put("trust.targets.json", changed));
    await expect(fetchTrust(link, toPlaces("fresh"))).rejects.toMatchObject({
      code: expect.stringMatching(/^(TRUST|SIGNATURE)/),
    });
    expect(await readTeams("fresh")).toBe(before);
  });

  test("that another account changed is replaced by an owner's", async () => {
    await withKeys(link, "data", ({ kv }) =>
      kv.put("trust.targets.json", '{"signed":{"version":999},"signatures":[]}'),
    );
    await shareTrust(link, toPlaces("owner").trustDir);
    expect(await fetchTrust(link, toPlaces("fresh"))).toBe("same");
  });

  test.each([
    ["fewer", 0, "lobby"],
    ["as many", 1, "content"],
    ["more", 2, "shell"],
  ])("is not replaced by one that an owner changed without it, with %s versions", async (_what, changes, stolen) => {
    const second = toPlaces(`second-${stolen}`);
    await cp(join(folder, "owner"), join(folder, `second-${stolen}`), { recursive: true });
    const { keyId } = await openSigner(toPlaces("owner").keysDir, { kind: "team", name: stolen });
    await revokeKey(toPlaces("owner"), keyId, "laptop stolen");
    await shareTrust(link, toPlaces("owner").trustDir);
    for (let made = 1; made <= changes; made += 1) await addTeam(second, `${stolen}-${made}`, "a second team");
    await expect(shareTrust(link, second.trustDir)).rejects.toMatchObject({ code: "TRUST_DIFFERS" });
    await fetchTrust(link, toPlaces("fresh"));
    expect((await openTrusted("fresh")).revoked.map((key) => key.keyId)).toContain(keyId);
  });

  test("is changed by one of two owners who change it at once, and the other is told", async () => {
    const second = toPlaces("at-once");
    await cp(join(folder, "owner"), join(folder, "at-once"), { recursive: true });
    await addTeam(toPlaces("owner"), "one", "one team");
    await addTeam(second, "another", "another team");
    const both = await Promise.allSettled(
      [toPlaces("owner"), second].map(({ trustDir }) => shareTrust(link, trustDir)),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await fetchTrust(link, toPlaces("fresh"));
    const { teams } = (await openTrusted("fresh")).teams;
    expect(teams.has("one") !== teams.has("another")).toBe(true);
  });
});
