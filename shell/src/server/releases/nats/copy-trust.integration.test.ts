import { mkdtempSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { toDigest } from "@site/contracts/releases/digest";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { natsNote, natsProgram, startNatsServers } from "../../testing/nats-servers.ts";
import { addTeam } from "../trust/change-teams.ts";
import { createDevelopmentIdentities } from "../trust/development-identities.ts";
import { fetchTrust, shareTrust } from "./copy-trust.ts";
import { makeBuckets, withKeys } from "./nats-buckets.ts";
import { type NatsLink, openNatsLink } from "./nats-link.ts";

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
});
