import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { siteConfigs } from "../../../sites/sites.ts";
import { type AuditLog, openAuditLog } from "../access/audit-log.ts";
import { openSignInCodes, type SignInCodes } from "../access/sign-in-codes.ts";
import type { IdentityProvider } from "../access/identity-provider.ts";
import { openTokenList, type TokenList } from "../access/token-list.ts";
import type { AppOptions } from "../app-options.ts";
import type { CheckSet } from "../publishing/admit-upload.ts";
import { createComposer } from "../composition/process/composer.ts";
import { openFileLogs } from "../releases/storage/file-channel-log.ts";
import { openEndedIds } from "../testers/ended-ids.ts";
import { codeCache } from "./code-cache.ts";
import { createProviderSignIn } from "../testers/provider-sign-in.ts";
import { openSeal } from "../testers/seal.ts";
import { openSessions } from "../testers/session.ts";

/** Tokens, codes and sessions of a folder of their own, for an app where testers sign in. */
export interface TesterAccess {
  access: NonNullable<AppOptions["access"]>;
  tokens: TokenList;
  codes: SignInCodes;
  audit: AuditLog;
  /** Sets how many milliseconds the clock of sessions is ahead. */
  setLater(milliseconds: number): void;
  /** How many ids are in the log of what ended, which each request of a session looks at. */
  countEnded(): Promise<number>;
  remove(): Promise<void>;
}

/**
 * @param provider where people sign in with their own accounts; without it they cannot
 * @param consoleHost the host name at which the console is alone; without it browsers do not sign
 * @param checkSet checks a set as a whole; without it the server has no key for that
 */
export function openTesterAccess({
  provider,
  consoleHost,
  checkSet,
}: { provider?: IdentityProvider; consoleHost?: string; checkSet?: CheckSet } = {}): TesterAccess {
  const folder = mkdtempSync(join(tmpdir(), "access-"));
  const openLog = openFileLogs(folder);
  const tokens = openTokenList(openLog("tokens"));
  const codes = openSignInCodes(openLog("codes"));
  const audit = openAuditLog(openLog("audit"));
  let laterMs = 0;
  const now = (): Date => new Date(Date.now() + laterMs);
  const seal = openSeal(folder);
  const endedLog = openLog("sessions");
  const ended = openEndedIds(endedLog);
  const sessions = openSessions({ seal, tokens, codes, ended, now });
  return {
    access: {
      tokens,
      audit,
      trustDir: folder,
      publishing: undefined,
      testers: {
        sessions,
        provider: provider && createProviderSignIn({ provider, seal, ended, now }),
        consoleHost,
        checkSet,
        createComposer: () => createComposer({ site: siteConfigs.GGPPH, workAhead: false, codeCache }),
      },
    },
    tokens,
    codes,
    audit,
    setLater(milliseconds) {
      laterMs = milliseconds;
    },
    countEnded: async () => (await endedLog.head())?.revision ?? 0,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
