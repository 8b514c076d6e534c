import { constants } from "node:os";
import { type ErrorCode, isSiteError } from "@site/contracts/errors";

/** The exit codes of commands and their meanings. */
export const exitCodes = {
  done: { code: 0, meaning: "done" },
  unexpected: { code: 1, meaning: "unexpected: a defect, or something this list does not know" },
  usage: { code: 2, meaning: "usage: the command line is wrong, nothing was done" },
  refused: { code: 3, meaning: "refused: a release, a set or a document does not pass its checks" },
  conflict: { code: 4, meaning: "conflict: another operator was first" },
  notFound: { code: 5, meaning: "not found: no such store, release, revision or package" },
  trust: { code: 6, meaning: "trust: a signature, a hash or a key is wrong or missing" },
  environment: {
    code: 7,
    meaning: "environment: a variable, the disk, or a store that cannot be read or was put back",
  },
  lagging: { code: 8, meaning: "lagging: the revision is recorded, and some servers do not show it yet" },
  attention: { code: 9, meaning: "attention: site doctor found something that has to be done now" },
} as const;

type Kind = keyof typeof exitCodes;

/** Error codes whose kind does not follow from their prefix. */
const kinds: Partial<Record<ErrorCode, Kind>> = {
  ADDRESS_UNUSABLE: "environment",
  BLOB_NOT_FOUND: "notFound",
  BUILD_FAILED: "refused",
  CANARY_NONE: "notFound",
  CANARY_NOT_SERVED: "refused",
  CANARY_RUNNING: "refused",
  CANARY_UNCHANGED: "refused",
  CHANNEL_BLOCKED: "trust",
  CHANNEL_FORKED: "environment",
  CHANNEL_ROLLED_BACK: "environment",
  CLOCK_AHEAD: "environment",
  CLOCK_BEHIND: "environment",
  ENVIRONMENT_INVALID: "environment",
  ERROR_UNASKED: "usage",
  ERROR_UNKNOWN: "notFound",
  GUARD_UNKNOWN: "notFound",
  LIVE_REVOKED: "trust",
  LIVE_UNPROVEN: "trust",
  LIVE_UNREADABLE: "environment",
  NOTHING_LIVE: "notFound",
  PACKAGE_PINNED: "refused",
  MOMENT_UNKNOWN: "notFound",
  OUTPUT_UNWRITABLE: "environment",
  OVERRIDES_BUSY: "environment",
  OVERRIDE_INVALID: "usage",
  OVERRIDE_UNFIT: "refused",
  PACKAGE_UNKNOWN: "notFound",
  PLACE_UNKNOWN: "usage",
  PREVIEW_UNKNOWN: "notFound",
  HTTP_FAILED: "environment",
  PUBLISH_REFUSED: "refused",
  RECORD_FUTURE: "environment",
  RECORD_REVOKED: "trust",
  RELEASE_AMBIGUOUS: "usage",
  RELEASE_FILE_MISMATCH: "trust",
  RELEASE_FILE_MISSING: "trust",
  RELEASE_FILE_UNLISTED: "trust",
  RELEASE_NAME_FOREIGN: "trust",
  RELEASE_NOT_BUILT: "notFound",
  RELEASE_NOT_FOUND: "notFound",
  RELEASE_VERSION_UNKNOWN: "notFound",
  RELEASE_WITHOUT_SBOM: "notFound",
  REVISION_CONFLICT: "conflict",
  REVISION_CORRUPT: "environment",
  REVISION_NOT_FOUND: "notFound",
  REVISION_UNCONFIRMED: "environment",
  ROLE_UNKNOWN: "trust",
  ROLLBACK_IMPOSSIBLE: "notFound",
  ROLLBACK_RELEASE_GONE: "notFound",
  SHELL_NOT_BUILT: "notFound",
  STORE_FOLDER_TAKEN: "refused",
  STORE_NOT_FOUND: "notFound",
  STORE_OUTDATED: "notFound",
  STORE_READ_ONLY: "environment",
  SERVERS_LAG: "lagging",
  SERVERS_UNKNOWN: "lagging",
  SITE_STARTING: "environment",
  SITE_UNREACHABLE: "environment",
  STORES_DIFFER: "conflict",
  TOKEN_ID_UNKNOWN: "notFound",
  TRUST_CHANGED: "conflict",
  TRUST_NOT_PROPOSED: "notFound",
  TRUST_PROPOSED: "conflict",
  TRUST_PUBLISHED: "conflict",
  USAGE_INVALID: "usage",
};

const families: readonly (readonly [beginning: string, Kind])[] = [
  ["BLOB_", "trust"],
  ["CHANNEL_", "refused"],
  ["CHECK_KEY_", "trust"],
  ["CERTIFICATE_", "environment"],
  ["COMPOSE_", "refused"],
  ["CONFIG_", "refused"],
  ["DATA_", "refused"],
  ["ENVELOPE_", "trust"],
  ["GEO_", "environment"],
  ["IDENTITIES_", "trust"],
  ["KEY_", "trust"],
  ["RECORD_", "refused"],
  ["LAYOUT_", "refused"],
  ["RELEASE_", "refused"],
  ["REVISION_", "refused"],
  ["SET_", "refused"],
  ["SIGNATURE", "trust"],
  ["STATE_", "environment"],
  ["STORE_", "environment"],
  ["TOKEN", "trust"],
  ["TRUST_", "trust"],
];

/** The exit code for an error of a command: one of {@link exitCodes}, or that of a signal, as shells write it. */
export function toExitCode(error: unknown): number {
  if (!isSiteError(error)) return exitCodes.unexpected.code;
  const signal = isSiteError(error, "INTERRUPTED") ? error.details["signal"] : undefined;
  for (const [name, number] of Object.entries(constants.signals)) if (name === signal) return 128 + number;
  const kind =
    kinds[error.code] ?? families.find(([beginning]) => error.code.startsWith(beginning))?.[1] ?? "unexpected";
  return exitCodes[kind].code;
}
