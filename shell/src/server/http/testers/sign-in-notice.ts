import { findCookie } from "../../testers/cookies.ts";
import { sessionCookie, type Sessions } from "../../testers/session.ts";

/** The page of the console that says whether an action is recorded, as an address begins. */
const doneStart = "/-/console/done?";

/**
 * What the sign-in says to a person who was signed in when the page before was opened: what became of what was pressed there.
 * @param to the page to return to
 * @returns undefined for a person who was not signed in, or signed out here
 */
export async function findSignInNotice(
  sessions: Pick<Sessions, "read">,
  cookies: string | undefined,
  to: string,
): Promise<string | undefined> {
  const isSignedIn = (await sessions.read(cookies)) !== undefined;
  if (to.startsWith(doneStart) && !isSignedIn)
    return "Your sign-in has ended, as by a sign-out in another tab. Sign in again: the next page says whether what you pressed is recorded.";
  if (findCookie(cookies, sessionCookie) === undefined || isSignedIn) return undefined;
  return "Your sign-in has ended: its time is over, or its token is revoked or has expired. Nothing was changed. Sign in again.";
}
