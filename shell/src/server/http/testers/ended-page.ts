import { breakEndPath, toBreakText, toOverrideLink } from "../../../layout/tester-facts.ts";
import type { Ended } from "../../testers/session.ts";
import { toShownTime } from "../../testers/shown-time.ts";
import { endPath } from "../../testers/tester-mark.ts";
import type { EndedPage } from "./tester-pages.ts";

/**
 * The page that a tester gets once in place of the requested one after an override, or a broken remote, ended by itself.
 * @param path the requested path, with its query
 */
export function toEndedPage(ended: Ended, path: string): EndedPage {
  const when = ended.isTimeOver ? `at ${toShownTime(ended.until)}` : "with your sign-in";
  if (ended.kind === "break")
    return {
      kind: "ended",
      title: `The remote ${ended.remote} is no longer broken`,
      text: `The ${toBreakText(ended.remote, ended.how)}: that ended ${when}. From here on you see what visitors see.`,
      action: breakEndPath,
      button: "Go on to the page",
    };
  return {
    kind: "ended",
    title: "This preview has ended",
    text: `You saw ${ended.label} in place of what is live. That ended ${when}.`,
    again: toOverrideLink(ended.versions, path),
    action: endPath,
    button: "Go on to the live site",
  };
}
