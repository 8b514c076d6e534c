/**
 * Every error the project raises on purpose: a stable code for machines and a sentence for people.
 * `{name}` in a sentence is filled from the error's details.
 */
const sentences = {
  BLOB_CORRUPT: "The blob {digest} does not have its hash at {path}. Publish the release it belongs to again: that replaces it.",
  BLOB_NOT_FOUND: "There is no blob {digest} in the store. Publish the release it belongs to again.",
  CHANNEL_FORKED: "Revision {revision} of the channel {channel} is another record than the one this server has seen. What is live stays. Put the channel back as it was, from a backup; or remove {path}, if the store was replaced on purpose.",
  CHANNEL_NAME_INVALID: "{channel} cannot be the name of a channel. A name is lower-case letters, digits and hyphens, and begins with a letter.",
  CHANNEL_ROLLED_BACK: "The channel {channel} is at revision {revision}, and this server has seen {seen}. What is live stays. Put the newer revisions back, from a backup; or remove {path}, if the store was replaced on purpose.",
  CONFIG_INVALID: "The site configuration is invalid: {problems}",
  DATA_DOCUMENT_INVALID: "The data document {document} is invalid at {path}: {problem}",
  DOWNLOAD_SERVICE_FAILED: "The download service gave no usable links: {problem}",
  ENVELOPE_INVALID: "The {document} is not a signed document that can be read: {problem}. Sign it again, or fetch it again from where it was published.",
  ENVELOPE_TYPE_FOREIGN: "The {document} is signed as a {actual}, where a {expected} is needed. Use the document that was made for this.",
  ENVIRONMENT_INVALID: "The environment is invalid: {problems}",
  GEO_DATABASE_INVALID: "The geography database {file} cannot be used: {problem}",
  HTTP_FAILED: "{method} {url} answered {status}.",
  HTTP_UNREACHABLE: "{method} {url} could not be reached.",
  IDENTITIES_INCOMPLETE: "{there} is there, and {missing} that belongs to it is not. Restore {missing}; or move {there} away to make new identities, which no existing store accepts.",
  IMAGE_BUSY: "{waiting} images wait to be drawn already.",
  IMAGE_FAILED: "The image could not be drawn: {problem}",
  KEY_EXPOSED: "The private key {file} may be read by other accounts (mode {mode}). Run chmod 600 on it; if others use this machine, have the key replaced.",
  KEY_FOREIGN: "The key {key} in {file} is not a key of {signer} in the trust list, so nothing was signed. Ask the owners of the trust list to add it.",
  KEY_INVALID: "The private key {file} cannot be used: {problem}. It must be an Ed25519 key in PEM (PKCS 8).",
  KEY_NOT_FOUND: "There is no private key of {signer} at {file}. Set KEYS_DIR to where it is, or ask the owners of the trust list for one; for development, run site init.",
  KEY_RETIRED: "{document}: the key {key} is retired since {at}. Sign with its owner's newer key.",
  KEY_REVOKED: "{document}: the key {key} was revoked on {at} ({why}). Sign it again with another key.",
  LAYOUT_INVALID: "{release}: its layout is invalid at {path}: {problem}. Correct src/layout/routes.ts and build the shell again.",
  LAYOUT_UNSUPPORTED: "{release} has a layout of format {actual}, and this server understands format {known}. Deploy servers of that format first, or build the shell for this one.",
  KEY_UNKNOWN: "The trust list names no key {key} of a team. Give the whole id; the known ones begin with: {known}.",
  MODAL_INVALID: "A modal cannot be shown; {path}: {problem}",
  NAVIGATION_REFUSED: "The page does not move to {to}: {problem}",
  NOTHING_LIVE: "Nothing is live in the store at {path}, so there is nothing to {verb}. site promote makes releases live.",
  PACKAGE_UNKNOWN: "There is no package {name}. There are: {known}",
  PAYLOAD_INVALID: "The page data is invalid at {path}: {problem}",
  RELEASE_AMBIGUOUS: "{release} is the beginning of several versions: {candidates}. Write more of the one you mean.",
  RELEASE_ENTRY_FORBIDDEN: "{release} carries the field {field}, which a browser would run as code. Remove it.",
  RELEASE_FILE_MISMATCH: "{release}: the file {file} does not have its signed hash. Build and sign it again.",
  RELEASE_FILE_MISSING: "{release}: the file {file} is listed and not there.",
  RELEASE_FILE_UNLISTED: "{release}: the file {file} is there and not listed.",
  RELEASE_INVALID: "{release}: the release document is invalid at {path}: {problem}",
  RELEASE_NAME_FOREIGN: "{release} is named {actual}; the team of {expected} may publish only its own package.",
  RELEASE_NOT_BUILT: "There is no built release in {folder}. site build makes one; --from names another folder.",
  RELEASE_NOT_FOUND: "There is no release {release} in the store.",
  RELEASE_REFUSED: "{releases} cannot be admitted ({count} problems). Change what is listed, build and publish again.\n{problems}",
  RELEASE_SIGNATURE_INVALID: "{release}: the signature is not that of the team of {expected}.",
  RELEASE_VERSION_TAKEN: "{release} exists with other content. A version never changes: build a new one.",
  RELEASE_VERSION_UNKNOWN: "There is no release {release} in the store. {advice}",
  REMOTE_FAILED: "The remote {remote} failed while {phase}.",
  REMOTE_TIMEOUT: "The remote {remote} gave no answer within {milliseconds} ms.",
  RENDER_FAILED: "{release} could not render {expose}: {problem}",
  RENDER_TIMEOUT: "{release} did not render {expose} within {milliseconds} ms.",
  REVISION_CONFLICT: "The channel {channel} is at revision {actual}, not {expected}: another operator was first. Look at it with site status, and try again.",
  REVISION_CORRUPT: "Revision {revision} of the channel {channel} is unreadable at {path}. Every other revision can still be read. Restore the file from a backup.",
  REVISION_INVALID: "What was to become revision {revision} of the channel {channel} is no JSON object. Nothing was written.",
  REVISION_NOT_FOUND: "The channel {channel} has no revision {revision}.",
  REVISION_UNCONFIRMED: "Revision {revision} of the channel {channel} was written, and the disk did not confirm it: {problem}. Look at what is live before you try again.",
  ROLE_UNKNOWN: "The trust list does not name {role}. It names the teams: {known}. Ask the owners of the trust list to add it.",
  ROLLBACK_IMPOSSIBLE: "There is nothing to go back to for {what}. site history lists every revision, and rollback --to names any of them.",
  ROUTE_UNKNOWN: "Page not found: {path}",
  RECORD_INVALID: "Revision {revision} of the channel {channel} is refused: {problem}.",
  RELEASE_VERSION_WRONG: "{release} does not have its content's version, which is {expected}. Build it again.",
  SET_UNCHECKED: "The set {set} was not checked as a whole. Promote it with the site command, which checks it.",
  COMPOSE_FAILED: "The site could not be composed: {problem}",
  SET_INCOMPLETE: "The set has no release of {missing}, which {shell} needs. Promote all of them together.",
  SIGNATURES_TOO_FEW: "{document} is signed by {actual} of the {threshold} owners that {signer} needs. Have the others sign it.",
  SIGNATURE_FOREIGN: "{document} has a signature of the key {key}, which is not a key of {signer}. Sign it with a key of {signer} alone.",
  SIGNATURE_INVALID: "{document}: the signature of the key {key} is wrong, so the document was changed after it was signed. Fetch it or sign it again.",
  STATE_CORRUPT: "This server cannot tell which revision of the channel {channel} it has seen, because {path} is unreadable. Restore the file; or remove it, if you are sure that what the channel says now is right.",
  STORE_CORRUPT: "The release store is unreadable at {path}.",
  STORE_EMPTY: "The release store has no revision yet. Publish a release of every package, and promote them.",
  STORE_FOLDER_TAKEN: "{path} is a file, or a folder with other things in it, so no store was made there. Name an empty folder, or one that is not there yet, in STORE_DIR.",
  STORE_FULL: "There is no room left for the store at {path}. What was there is unchanged. Make room, and run the command again.",
  STORE_OUTDATED: "{path} holds a release store of an earlier layout. site init --migrate sets it aside, keeps its data documents and makes a new store; then build, publish and promote again.",
  STORE_NOT_FOUND: "There is no release store at {path}. site init makes one; is STORE_DIR mistyped?",
  STORE_NOT_WRITABLE: "The store at {path} cannot be written: {problem}. Check who owns the folder, its permissions and its disk, and run the command again.",
  STORE_READ_ONLY: "This process reads the release store and holds no keys. Use the site command.",
  STORE_TIMEOUT: "The release store gave no answer within {milliseconds} ms. Check the disk or the network it is on; what is live stays.",
  STORE_VERSION_UNSUPPORTED: "The release store at {path} has layout {actual}; this version reads layout {supported}. Use the version of the site command that belongs to it.",
  TOAST_INVALID: "A toast cannot be shown; {path}: {problem}",
  TOAST_UNKNOWN: "There is no toast {id} to change.",
  TRUST_CHANGED: "The trust list {file} was changed by another command meanwhile. Nothing was written: look at it, and run the command again.",
  TRUST_EXPIRED: "The trust list {file} expired on {expires}. Have its owners sign a new version, and put that into TRUST_DIR.",
  TRUST_INVALID: "The trust list {file} cannot be used: {problem}. Put back the last good one, or have its owners sign it again.",
  TRUST_MEMORY_INVALID: "What this server remembers of the trust list, {file}, cannot be used: {problem}. Make STATE_DIR readable and writable, or restore the file; if it is lost, name the root to trust in TRUST_ROOT_DIGEST.",
  TRUST_MISSING: "The trust list {file} is not there. Put it back, or set TRUST_DIR to the folder that has root.json and targets.json; for development, run site init.",
  TRUST_REPLACED: "The trust list {file} is not the version {version} that this server remembers. Put that back; if the list was made anew on purpose, empty {stateDir}.",
  TRUST_ROLLED_BACK: "The trust list {file} has version {actual}, and this server has seen {seen}. Put back the newer one.",
  TRUST_UNPINNED: "No root in {folder} has the sha384 {expected} of TRUST_ROOT_DIGEST. Put that root back, or correct the digest (sha384sum 1.root.json).",
  URL_FORBIDDEN: "The address {url} may not be used here: {problem}",
  USAGE_INVALID: "{problem} See site{verb} --help.",
} as const;

export type ErrorCode = keyof typeof sentences;

type Names<S extends string> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;

/** The details an error's sentence needs, by name. */
export type ErrorDetails<C extends ErrorCode> = Record<Names<(typeof sentences)[C]>, string | number>;

/** An error with a code, a complete sentence and, where there is one, its cause. */
export class SiteError<C extends ErrorCode = ErrorCode> extends Error {
  override readonly name = "SiteError";
  readonly code: C;
  readonly details: Readonly<Record<string, string | number>>;

  constructor(code: C, details: ErrorDetails<C>, options?: { cause?: unknown }) {
    const values: Record<string, string | number> = details;
    super(
      sentences[code].replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole)),
      options,
    );
    this.code = code;
    this.details = values;
  }
}

/** True when `error` is a {@link SiteError}, of `code` when one is given. */
export function isSiteError<C extends ErrorCode>(error: unknown, code?: C): error is SiteError<C> {
  return error instanceof SiteError && (code === undefined || error.code === code);
}

/** The sentence of anything thrown. */
export function toProblem(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
