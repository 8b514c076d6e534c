import type { AppOptions } from "./app-options.ts";
import type { Composer } from "./composition/process/composer.ts";
import type { Environment } from "./environment.ts";
import { openAuditLog } from "./access/audit-log.ts";
import { createAdmitUpload, createCheckSet } from "./publishing/admit-upload.ts";
import type { Trust } from "./releases/trust/trust.ts";
import { openSignInCodes } from "./access/sign-in-codes.ts";
import { createIdentityProvider } from "./access/identity-provider.ts";
import { openTokenList } from "./access/token-list.ts";
import { openFileLogs } from "./releases/storage/file-channel-log.ts";
import { openEndedIds } from "./testers/ended-ids.ts";
import { createProviderSignIn } from "./testers/provider-sign-in.ts";
import { openSeal } from "./testers/seal.ts";
import { openSessions } from "./testers/session.ts";

/** Who may use the site over HTTP, and whether it admits releases: only with the key of the release check. */
export function openAccess(
  { places, checkKey, rootDigest, provider, consoleHost }: Environment,
  trust: Trust,
  createComposer: () => Composer,
): NonNullable<AppOptions["access"]> {
  const openLog = openFileLogs(places.accessDir);
  const tokens = openTokenList(openLog("tokens"));
  const seal = openSeal(places.accessDir);
  const ended = openEndedIds(openLog("sessions"));
  return {
    tokens,
    testers: {
      sessions: openSessions({ seal, tokens, codes: openSignInCodes(openLog("codes")), ended }),
      provider: provider && createProviderSignIn({ provider: createIdentityProvider(provider), seal, ended }),
      createComposer,
      consoleHost,
      checkSet: checkKey === undefined ? undefined : createCheckSet({ places, checkKey, rootDigest }),
    },
    audit: openAuditLog(openLog("audit")),
    trustDir: places.trustDir,
    publishing:
      checkKey === undefined
        ? undefined
        : { storeDir: places.storeDir, trust, admit: createAdmitUpload({ places, checkKey, rootDigest }) },
  };
}
