import { SiteError } from "@site/contracts/errors";
import { toKeyFile } from "./key-files.ts";
import { readKey } from "@site/contracts/signing/read-key";
import { openTeamSigner, type TeamKeySource } from "@site/contracts/publishing/open-team-signer";
import type { Signer } from "@site/contracts/signing/signed-document";
import { type Role, toRoleLabel, type Trust } from "./trust.ts";

/**
 * Loads the private key of a role. With a trust, also checks that a signature of the key would count.
 *
 * A key file that other accounts may read is refused, as by ssh, and not only warned of: a signature cannot be revoked on its own.
 * @throws SiteError `KEY_NOT_FOUND`, `KEY_EXPOSED`, `KEY_INVALID`, and with a trust `KEY_FOREIGN`, `KEY_RETIRED`, `KEY_REVOKED`, `ROLE_UNKNOWN`
 */
export async function openSigner(
  keysDir: string,
  role: Role,
  trust?: Trust,
  at = new Date(),
  file = toKeyFile(keysDir, role),
): Promise<Signer> {
  const { signer } = await readKey(file, toRoleLabel(role));
  if (trust) assertCounts(signer, role, trust, { file, at });
  return signer;
}

/**
 * Opens the key of a team from its source, and checks that its signature would count.
 * @throws SiteError `KEY_*`, `ROLE_UNKNOWN`
 */
export async function openTeamKey(keysDir: string, name: string, source: TeamKeySource, trust: Trust): Promise<Signer> {
  const role = { kind: "team", name } as const;
  const fallback = toKeyFile(keysDir, role);
  const signer = await openTeamSigner(name, source, {
    fallback,
    known: async () => trust.keysOf(role).keys.map(({ publicKey }) => publicKey),
  });
  assertCounts(signer, role, trust, { file: source.file ?? fallback, at: new Date() });
  return signer;
}

function assertCounts({ keyId }: Signer, role: Role, trust: Trust, { file, at }: { file: string; at: Date }): void {
  const key = trust.keysOf(role).keys.find((known) => known.keyId === keyId);
  const revoked = trust.revoked.find((known) => known.keyId === keyId);
  const short = keyId.slice(0, 12);
  if (revoked)
    throw new SiteError("KEY_REVOKED", {
      document: file,
      key: `${short} of ${revoked.owner}`,
      at: revoked.at.toISOString(),
      why: revoked.why,
    });
  if (!key) throw new SiteError("KEY_FOREIGN", { file, key: short, signer: toRoleLabel(role) });
  if (key.retired && !(at < key.retired))
    throw new SiteError("KEY_RETIRED", {
      document: file,
      key: `${short} of ${key.owner}`,
      at: key.retired.toISOString(),
    });
}
