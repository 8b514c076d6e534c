import { breakEndPath, toBreakText, toOverrideLink } from "../../../layout/tester-facts.ts";
import type { Ended } from "../../testers/session.ts";
import { toShownTime } from "../../testers/shown-time.ts";
import { endPath } from "../../testers/tester-mark.ts";
import type { EndedPage } from "./tester-pages.ts";

/**
 * What a tester gets once in place of a page after the releases that they asked for, or the broken remote, ended by themselves.
 * @param path where the page was asked for, with its query
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
