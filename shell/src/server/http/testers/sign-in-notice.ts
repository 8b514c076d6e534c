import type { FastifyRequest } from "fastify";
import { findCookie } from "../../testers/cookies.ts";
import { sessionCookie, type Sessions } from "../../testers/session.ts";
import { isAfterSignIn } from "./tester-answers.ts";

/** The page of the console that says whether an action is recorded, as an address begins. */
const doneStart = "/-/console/done?";

/**
 * The notice on the sign-in page for a person whose sign-in ended while a page was open: whether the pressed button had an effect. Also for one who has
 * just signed in, and whose browser kept no cookie of it.
 * @param to the page to return to
 * @returns undefined for a person who was not signed in, or signed out here
 */
export async function findSignInNotice(
  sessions: Pick<Sessions, "read">,
  request: FastifyRequest,
  to: string,
): Promise<string | undefined> {
  const cookies = request.headers.cookie;
  const isSignedIn = (await sessions.read(cookies)) !== undefined;
  if (to.startsWith(doneStart) && !isSignedIn)
    return "Your sign-in has ended, as by a sign-out in another tab. Sign in again: the next page says whether what you pressed is recorded.";
  if (isSignedIn) return undefined;
  if (findCookie(cookies, sessionCookie) === undefined)
    return isAfterSignIn(request)
      ? "You signed in, and your browser kept no cookie of it. Allow cookies of this site in the browser's settings, or open the link in another browser, and sign in again."
      : undefined;
  return "Your sign-in has ended: its time is over, or its token is revoked or has expired. Nothing was changed. Sign in again.";
}
