export { hideSecrets } from "./hide-secrets.ts";

/** The sentences of errors that only servers and commands raise, by code; see `errors.ts`. */
export const serverSentences = {
  ADDRESS_UNUSABLE: "The server cannot listen at {address}: {problem}. {advice}",
  BLOB_CORRUPT:
    "The blob {digest} does not have its hash at {path}. Publish the release it belongs to again: that replaces it.",
  BLOB_NOT_FOUND: "There is no blob {digest} in the store. Publish the release it belongs to again.",
  BUILD_FAILED: "{name} cannot be built. {problem}",
  CANARY_NONE: "No canary is under way. site canary start begins one.",
  CANARY_NOT_SERVED: "A release of the canary {set} is refused or cannot be rendered. The log says which.",
  CANARY_RUNNING:
    "A canary of {packages} is under way. Make it live with site canary promote, or end it with site canary stop.",
  CANARY_UNCHANGED:
    "The canary would be the stable set: all visitors have {packages} in these versions already. Nothing was changed.",
  CERTIFICATE_INVALID:
    "The certificate {file} cannot be used: {problem}. TLS_CERT and TLS_KEY name a certificate and its private key, both in PEM.",
  CHANNEL_BLOCKED:
    "The newest record, {path}, is one that servers refuse, with every newer one: {problem} What is live stays. site store repair says what is in the way, and with --apply sets it aside.",
  CHANNEL_FORKED:
    "Revision {revision} of the channel {channel} is another record than the one this machine has seen. What is live stays. Put the channel back as it was, from a backup; or remove {path}, if the store was replaced on purpose.",
  CHANNEL_FROZEN: "The channel is frozen since {since} ({why}). Only rollbacks are taken. site thaw ends that.",
  CHANNEL_NAME_INVALID:
    "{channel} cannot be the name of a channel. A name is lower-case letters, digits and hyphens, and begins with a letter.",
  CHANNEL_ROLLED_BACK:
    "The channel {channel} is at revision {revision}, and this machine has seen {seen}. What is live stays. Put the newer revisions back, from a backup; or remove {path}, if the store was replaced on purpose.",
  CHECK_KEY_INVALID:
    "CHECK_KEY names {file}, which this server cannot sign with for the release check: {problem}. An operator of the server puts a private key of the release check that counts into that file, or leaves CHECK_KEY out: the server admits no releases then.",
  CLOCK_AHEAD:
    "The clock of this machine is {minutes} minutes ahead of the store's: servers would refuse the record for so long, and every later one. Nothing was recorded. Set the clock of this machine by a time server, and run the command again.",
  CLOCK_BEHIND:
    "The clock of this machine is {minutes} minutes behind the store's: good records seem to be of the future. Nothing was changed. Set the clock of this machine by a time server, and run the command again.",
  COMPOSE_FAILED:
    "The site could not be composed: {problem}. What is live stays, and it is tried again, by itself or at the next request. When it fails again, look at the machine's memory, and at the releases and data documents that changed last.",
  CONTINUITY_NOT_KEPT:
    "The live pages could not be remembered in {path}: {problem} The site is served; a restart composes what is not remembered anew.",
  CONTINUITY_REFUSED:
    "The pages that are remembered in {path} are not served: {problem}. The site is composed from its releases, and then remembered again.",
  CONTRACT_OUTDATED:
    "{release} is live and was built against contract {contract}; the contract {own} of this folder cannot read it at {path}: {problem}. Install the contract of the site here, and run the command again.",
  DATA_DOCUMENT_MISSING:
    "The data document {document} is not in {folder} any more, though it was in force before the restart. The last good one stays. Put it back; or, to return to the one that came with the shell, put it back and take it away while the server runs.",
  DOWNLOAD_SERVICE_FAILED:
    "The download service gave no usable links: {problem}. Earlier links or those of the table stand in. Check DOWNLOAD_SERVICE_URL, the way there, and what the service answers.",
  ENVELOPE_INVALID:
    "The {document} is not a signed document that can be read: {problem}. Sign it again, or fetch it again from where it was published.",
  ENVELOPE_TYPE_FOREIGN:
    "The {document} is signed as a {actual}, where a {expected} is needed. Use the document that was made for this.",
  ENVIRONMENT_INVALID: "The environment is invalid: {problems}",
  ERROR_UNASKED:
    "The error id {id} belongs to no release and no set of this store. Name a server that may know it with --of, and give SITE_TOKEN.",
  ERROR_UNKNOWN:
    "The server {url} knows no error {id}. Each server knows those that it was told itself since its start: site health lists them.",
  GEO_DATABASE_INVALID:
    "The geography database {file} cannot be used: {problem}. GEO_DATABASE names a readable file in MaxMind's format.",
  GUARD_UNKNOWN:
    'The key "{key}" is that of none of the servers that may return a canary, or of several. Give it whole, or 4 digits and more of how it alone begins. There are: {known}.',
  IDENTITIES_INCOMPLETE:
    "{there} is there, and {missing} that belongs to it is not. Restore {missing}; or move {there} away to make new identities, which no existing store accepts.",
  IMAGE_BUSY: "{waiting} images wait to be drawn already. Ask for this one again in a few seconds.",
  IMAGE_FAILED:
    "The image could not be drawn: {problem}. Pages are shown without it. When it fails again, look at the machine's memory; the picture of a release has to be exported again by its team, smaller or simpler.",
  INTERRUPTED:
    "The command was ended by {signal} before it was done. What it changed until then stays. Look at what is live with site status before you run it again.",
  KEY_COMMAND_FAILED:
    "The command in SITE_SIGN_COMMAND gave no signature: {problem}. It reads the bytes to sign from its input and writes their Ed25519 signature to its output.",
  KEY_EXPOSED:
    "The private key {file} may be read by other accounts (mode {mode}). Run chmod 600 on it; if others use this machine, have the key replaced.",
  KEY_FOREIGN:
    "The key {key} in {file} is not a key of {signer} in the trust list, so nothing was signed. Ask the owners of the trust list to add it.",
  KEY_FORMER:
    "The key {key} is retired since {at}, so it is not named again: nothing new that it signs would count. Nothing was changed. Name another key: site keys make makes one where the former's file is moved away.",
  KEY_INVALID:
    "The private key {file} cannot be used: {problem}. It must be an Ed25519 key in PEM (PKCS 8), in a file that this user may read.",
  KEY_NOT_FOUND:
    "There is no private key of {signer} at {file}. Set KEYS_DIR to the folder it is in, or, for a team's, SITE_SIGN_KEY_FILE to its file (site-remote key makes one). In place of one that is lost, site keys make makes another, and site keys rotate names it. For a new store of development, site init makes all of them.",
  KEY_RETIRED: "{document}: the key {key} is retired since {at}. Sign with its owner's newer key.",
  KEY_REVOKED: "{document}: the key {key} was revoked on {at} ({why}). Sign it again with another key.",
  KEY_UNKNOWN:
    "The trust list names no key {key}. Give its id, or 8 digits and more of how it begins; site trust show lists them: {known}.",
  LAYOUT_INVALID:
    "{release}: its layout is invalid at {path}: {problem}. Correct src/layout/routes.ts and build the shell again.",
  LAYOUT_UNSUPPORTED:
    "{release} has a layout of format {actual}, and this server understands format {known}. Deploy servers of that format first, or build the shell for this one.",
  LIVE_REVOKED: "What is live at {url} is signed with a key that does not count any more. {problem} {advice}",
  LIVE_UNPROVEN:
    "What visitors of {url} get is not what was signed: {problem}. Find out who changed it, on the servers and in the caches and proxies in front of them, before it is relied on.",
  LIVE_UNREADABLE:
    "What is live at {url} cannot be read: {problem}. Where nothing answers, check the address and whether the site runs; where a token is asked for, set SITE_TOKEN to one of that site.",
  MOMENT_UNKNOWN: "Nothing was live yet at {at}. site history lists every revision with its time.",
  NOTHING_LIVE:
    "Nothing is live in the store at {path}, so there is nothing to {verb}. site promote makes releases live.",
  OUTPUT_UNWRITABLE:
    "What the command says could not be written whole: {problem}. It does all the same what it was asked for: make room where its output goes, and look at what is live with site status.",
  OVERRIDES_BUSY: "Other sets are being composed for testers. Try again in a few seconds.",
  OVERRIDE_INVALID:
    "The link does not say which releases: {problem}. It names releases (with=content@1.0.0-3f2a9c0d11aa), a preview (preview=new-home) or a moment (at=2026-11-22T12:00).",
  OVERRIDE_UNFIT:
    "{releases} cannot be shown with the other releases of this set.\n{problems}\nWhere several belong together, ask for a link that names all of them: site preview prints it.",
  PACKAGE_PINNED: "The package {name} is pinned until {until} ({why}). site unpin {name} ends that.",
  PACKAGE_UNKNOWN: "There is no package {name}. There are: {known}.",
  PLACE_UNKNOWN:
    "There is no place in a script of a release in: {text}. A place is package/file:line:column, or a line of a stack with the script's address.",
  PROVIDER_FAILED: "The sign-in at {issuer} cannot be begun: {problem}. Try again, or sign in with a token or a code.",
  PREVIEW_UNKNOWN: "There is no preview {name}. There are: {known}.",
  PUBLISHING_OFF:
    "This server admits no releases: it has no key of the release check (CHECK_KEY). Publish to the server that has one, or with the site command where the store is.",
  PUBLISH_BUSY: "This server is checking {count} releases already. Try again in a minute.",
  PUBLISH_FAILED:
    "The release could not be checked: {problem}. Nothing was admitted. Send it again, and tell an operator when it fails again.",
  PUBLISH_REFUSED: "{url} does not admit {release}. {code}: {problem}",
  RECORD_FUTURE:
    "Revision {revision} of the channel {channel} is dated {at}, and by the clock of this machine it is {now}. What is live stays. Set that clock by a time server when it is behind: the record is taken then. When it is right, the record was signed by a clock that is ahead, and site store repair says what is in the way.",
  RECORD_INVALID:
    "Revision {revision} of the channel {channel} is refused: {problem}. Prepare and sign it again; when it is in the store already, look at it with site store repair, or restore it from a backup.",
  RECORD_REVOKED:
    "Revision {revision} is the newest record, and a key that signed it was revoked on {at}: {key} ({why}). The next set takes nothing from it. Look at each release that it names, publish again what is refused, and promote all of them together: site promote {releases}",
  RELEASE_AMBIGUOUS: "{release} is the beginning of several versions: {candidates}. Write more of the one you mean.",
  RELEASE_ENTRY_FORBIDDEN: "{release} carries the field {field}, which a browser would run as code. Remove it.",
  RELEASE_FILE_MISMATCH: "{release}: the file {file} does not have its signed hash. Build and sign it again.",
  RELEASE_FILE_MISSING:
    "{release} is incomplete: {file} is not there. Build the package again; in a store, publish the release again.",
  RELEASE_FILE_UNLISTED:
    "{release}: the file {file} is not listed in its manifest. Build the package again, and add nothing to its dist folder.",
  RELEASE_INVALID:
    "{release}: the release document is invalid at {path}: {problem}. Build the package again, with the contract that the servers have; in a store, publish that release.",
  RELEASE_LIVE: "{release} is live, so it stays in the store. Promote another version first.",
  RELEASE_NAME_FOREIGN: "{release} is named {actual}; the team of {expected} may publish only its own package.",
  RELEASE_NOT_BUILT: "There is no built release in {folder}. site build makes one; --from names another folder.",
  RELEASE_NOT_FOUND: "There is no release {release} in the store. Name one that is there, or publish it.",
  RELEASE_REFUSED: "{releases} cannot be admitted. {advice}\n{problems}",
  RELEASE_VERSION_TAKEN: "{release} exists with other content. A version never changes: build a new one.",
  RELEASE_VERSION_UNKNOWN: "There is no release {release} in the store. {advice}",
  RELEASE_VERSION_WRONG: "{release} does not have its content's version, which is {expected}. Build it again.",
  RELEASE_WITHOUT_SBOM:
    "{release} does not say of which packages it is made: it is from before builds wrote that. Build and publish the package again.",
  REMOTE_ENVIRONMENT_INVALID:
    "Nothing was sent, for the variables of a publish are wrong: {problems}. site-remote --help lists them.",
  REMOTE_FOLDER_NESTED:
    "{folder} is a remote's folder, so nothing was written inside of it. Go to the folder beside it, {beside}, and run the command there.",
  REMOTE_FOLDER_TAKEN: "{folder} is there already, so nothing was written. Name another remote, or remove that folder.",
  REMOTE_KEY_TAKEN: "{file} is there already, so no key was made. Keep it, or name another file.",
  REMOTE_NAME_INVALID:
    "{name} is no name for a remote. A name is lower-case letters, digits and hyphens, begins with a letter, and is not shell.",
  REMOTE_NOT_FOUND:
    "{folder} is not the folder of a remote: {problem}. It needs a rspack.config.ts, and a package.json whose name is @site/remote- with small letters, digits and hyphens. Run the command in the remote's folder; site-remote new makes one.",
  REMOTE_SERVER_NOT_FOUND:
    "There is no development server: {problem}. SITE_SERVER names the folder that the shell's team made with npm run artefact -- --development.",
  REMOTE_TEMPLATE_MISSING:
    "There is no template of a remote in {template}, so nothing was written: this copy of the contract belongs to a server. Run site-remote new of the packed contract.",
  REMOTE_USAGE_INVALID:
    "The command line is wrong: site-remote {given}. It is site-remote new <name>, dev --against <url>, check [--against <url>], key <file> or publish, each with its own options and an address such as https://www.site.example, without a path; site-remote --help tells more.",
  REVISION_CONFLICT:
    "The channel {channel} is at revision {actual}, not {expected}: another operator was first. Look at it with site status, and try again.",
  REVISION_CORRUPT:
    "Revision {revision} of the channel {channel} is unreadable at {path}. Every other revision can still be read. Restore the file from a backup.",
  REVISION_INVALID:
    "What was to become revision {revision} of the channel {channel} is no JSON object. Nothing was written.",
  REVISION_NOT_FOUND:
    "The channel {channel} has no revision {revision}. site history lists the revisions that there are.",
  REVISION_UNCONFIRMED:
    "Revision {revision} of the channel {channel} was written, and the disk did not confirm it: {problem}. Look at what is live before you try again.",
  ROLE_MISSING:
    "{owner} signed in, and has no role on this site: none of the groups in the claim {claim} is one of OIDC_VIEWERS or OIDC_OPERATORS.",
  ROLE_UNKNOWN:
    "The trust list does not name {role}. It names the teams: {known}. Ask the owners of the trust list to add it.",
  ROLLBACK_IMPOSSIBLE:
    "There is nothing to go back to for {what}. {advice}site history lists every revision, and rollback --to names any of them.",
  ROLLBACK_RELEASE_GONE:
    "Revision {revision} has {release}, which is not in the store any more, as after site store collect. Publish that release again, or name another revision with site rollback --to; site history lists them.",
  SERVERS_LAG:
    "Revision {revision} is recorded and stays. {agreed} of {listed} servers show it in time; behind are: {lagging}. They follow by themselves when they can: look again with site servers.",
  SERVERS_UNKNOWN:
    "Revision {revision} is recorded and stays. Which servers show it cannot be read: {problem}. Look again with site servers.",
  SET_INCOMPLETE: "The set has no release of {missing}, which {shell} needs. Promote all of them together.",
  SET_UNCHECKED: "The set {set} was not checked as a whole. Promote it with the site command, which checks it.",
  SHELL_NOT_BUILT:
    "There is no shell to render pages with: nothing is live in a store here, and none is built in {folder}. Run site build shell, or name a running site with --against.",
  SIGN_IN_REFUSED: "The sign-in was refused: {problem}. Begin it again.",
  SITE_STARTING: "The site is starting. Try again in a few seconds.",
  SITE_UNREACHABLE:
    "The site did not answer {method} {url}: {problem}. Look at SITE_URL and at the way there, and try again: the same release is admitted once.",
  SIGNATURES_TOO_FEW:
    "{document} is signed by {actual} of the {threshold} owners that {signer} needs. Have the others sign it.",
  SIGNATURE_FOREIGN:
    "{document} has a signature of the key {key}, which is not a key of {signer}. Sign it with a key of {signer} alone.",
  SIGNATURE_INVALID:
    "{document}: the signature of the key {key} is wrong, so the document was changed after it was signed. Fetch it or sign it again.",
  STATE_CORRUPT:
    "This server cannot tell which revision of the channel {channel} it has seen, because {path} cannot be read: {problem}. Where it lacks a permission, give it to this account. Else restore the file; or remove it, if you are sure that what the channel says now is right.",
  STORES_DIFFER:
    "The entry {revision} of the log {log} in the target is not the one of the source, which may have none: these are different stores. Nothing more was copied. Name an empty store as the target.",
  STORE_BEHIND:
    "The newest revision of the store is {revision}, and {server} serves {live}: the store was put back to an earlier state, and servers take no record of it. Nothing was recorded. Put the newer revisions back, from a backup; or, if the store was replaced on purpose, end the servers, remove the folder seen in the STATE_DIR of each, and start them.",
  STORE_CORRUPT:
    "The release store cannot be read at {path}. Check the permissions of that path and its disk, or restore it from a backup.",
  STORE_EMPTY: "The release store has no revision yet. Publish a release of every package, and promote them.",
  STORE_FOLDER_TAKEN:
    "{path} is a file, or a folder with other things in it, so no store was made there. Name an empty folder, or one that is not there yet, in STORE_DIR.",
  STORE_FULL:
    "There is no room left for {path}. What was there is unchanged. Make room; a server then goes on by itself, and a command has to be run again.",
  STORE_NOT_FOUND: "There is no release store at {path}. site init makes one; is {variables} mistyped?",
  STORE_NOT_WRITABLE:
    "{path} cannot be written: {problem}. Check who owns the folder, its permissions and its disk, and run the command again.",
  STORE_OUTDATED:
    "{path} holds a release store of an earlier layout. site init --migrate sets it aside, keeps its data documents and makes a new store; then build, publish and promote again.",
  STORE_READ_ONLY: "This process reads the release store and holds no keys. Use the site command.",
  STORE_REPLICAS_MISSING:
    "The store at {address} cannot be kept on {replicas} servers of NATS: {problem}. Start as many servers of the cluster, or name fewer in --replicas, and run the command again.",
  STORE_TIMEOUT:
    "The release store gave no answer within {milliseconds} ms. Check the disk or the network it is on; what is live stays.",
  STORE_UNMARKED:
    "{path} has the folders of a release store, and its store.json is missing or damaged. site store repair --apply writes that file again, and changes nothing else.",
  STORE_UNREACHABLE:
    "The release store at {address} cannot be reached: {problem}. Nothing was changed, and what is live stays. Check that NATS runs there and lets this machine in.",
  STORE_VERSION_UNSUPPORTED:
    "The release store at {path} has layout {actual}; this version reads layout {supported}. Use the version of the site command that belongs to it.",
  TOKENS_INVALID:
    "The list of tokens cannot be read at {path}: {problem}. No token is accepted until it is put right; restore the file from a backup.",
  TOKEN_CODE_INVALID:
    "This is no token, and no code that can be used: a code is good once, for ten minutes. site tokens code makes another one.",
  TOKEN_EXPIRED: "The token {id} expired on {expires}. Ask an operator for a new one (site tokens make).",
  TOKEN_FOREIGN:
    "The token {id} is for {packages}, not for {name}. Use the token of the team of {name}, or ask an operator for one (site tokens make).",
  TOKEN_ID_UNKNOWN:
    "There is no token {id}. Give its id, or 4 digits and more of how it begins; site tokens list shows them.",
  TOKEN_MISSING:
    "This address needs a token of this site (site tokens make): in SITE_TOKEN for a command, in the header Authorization, as Bearer site_…, for another program.",
  TOKEN_REVOKED: "The token {id} was revoked on {at} ({why}). Ask an operator for a new one (site tokens make).",
  TOKEN_ROLE_LOW:
    "The token {id} is a {role}'s, and this needs that of {needed}. Ask an operator for one (site tokens make).",
  TOKEN_UNKNOWN: "This server knows no such token. Check that SITE_TOKEN is whole and of this site.",
  TRUST_CHANGE_INVALID:
    "The change is not made, because servers would refuse the trust list with it: {problem}. Nothing was changed.",
  TRUST_CHANGED:
    "The trust list {file} was changed by another command meanwhile. Nothing was written: look at it, and run the command again.",
  TRUST_DIFFERS:
    "The trust list in {address} has changes that the one in {folder} lacks: {problem}. The list in the store stays. Move the folder away, name the root in TRUST_ROOT_DIGEST, let any command fetch the list, and make the change again.",
  TRUST_EXPIRED:
    "The trust list {file} expired on {expires}. Have its owners sign a new version, and put that into TRUST_DIR.",
  TRUST_FOREIGN:
    "No record of the channel {channel} is signed by a key that the trust list names as an operator's, so the list seems to be another store's. Nothing was changed. Set TRUST_DIR to the list of this store, or put that back; if {path} was put there by hand, move it away.",
  TRUST_INVALID:
    "The trust list {file} cannot be used: {problem}. Put back the last good one, or have its owners sign it again.",
  TRUST_MEMORY_INVALID:
    "What this server remembers of the trust list, {file}, cannot be used: {problem}. Make STATE_DIR readable and writable, or restore the file; if it is lost, name the root to trust in TRUST_ROOT_DIGEST.",
  TRUST_MISSING:
    "The trust list {file} is not there. Put it back, or set TRUST_DIR to the folder that has root.json and targets.json; for development, run site init.",
  TRUST_NOT_PROPOSED:
    "No change of the trust list waits for signatures in {folder}. Set TRUST_DIR to the folder that has proposed.json.",
  TRUST_PROPOSED:
    "Another change of the trust list is in {file}, and yours was not made. Run this again, in case a command was writing it at this moment. Else it waits for signatures: site trust sign --dry-run shows it, site trust sign adds yours, and site trust withdraw drops it.",
  TRUST_PUBLISHED:
    "The change of the trust list in {file} is being published, or was, so it is not dropped. site trust show says what the list has now, and site trust sign completes a publication that was interrupted. Take the change back with another one.",
  TRUST_REPLACED:
    "The trust list {file} is not the version {version} that this server remembers. Put that back; if the list was made anew on purpose, empty {stateDir}.",
  TRUST_ROLLED_BACK:
    "The trust list {file} has version {actual}, and this server has seen {seen}. Put back the newer one.",
  TRUST_ROOT_UNNAMED:
    "This machine has no trust list, and takes none from the store at {address} unless TRUST_ROOT_DIGEST names its root (sha384sum 1.root.json).",
  TRUST_UNPINNED:
    "No root in {folder} has the sha384 {expected}, which TRUST_ROOT_DIGEST or --trust-root names. Put that root back, or correct the digest (sha384sum 1.root.json).",
  UPLOAD_CLOCK:
    "{release} was signed for publishing at {at}, and here it is {now}: more than 5 minutes apart. Set the clock of the machine that publishes, and publish again. An upload that was recorded earlier cannot be sent again.",
  UPLOAD_CUT: "The upload ended {missing} bytes before the end of {release}. Nothing of it was kept: publish again.",
  UPLOAD_INVALID: "The upload is not a release: {problem}. Publish it with site publish.",
  UPLOAD_TOO_LARGE: "{what} has {actual} bytes, and at most {most} are taken. Make it smaller, and publish again.",
  USAGE_INVALID: "{problem} See site{verb} --help.",
} as const;
