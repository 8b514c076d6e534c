import { join } from "node:path";
import type { Role } from "./trust.ts";

/** Holders of private keys: the signers of documents, and the owners of the trust list. */
export type KeyHolder = Role | { kind: "root" };

/** The path of a role's private key: `check.pem`, `operator.pem`, `root.pem`, `teams/content.pem`. */
export function toKeyFile(keysDir: string, holder: KeyHolder): string {
  return holder.kind === "team" ? join(keysDir, "teams", `${holder.name}.pem`) : join(keysDir, `${holder.kind}.pem`);
}

/** The name of a holder: `content`, `check`, `root`. */
export function toKeyHolderName(holder: KeyHolder): string {
  return holder.kind === "team" ? holder.name : holder.kind;
}
