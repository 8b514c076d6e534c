import type { SiteEvents } from "@site/contracts/events/events";

/** What a press on the message does: lead to a path of the site, or load the present page again. */
export type WayOn = { to: "/download/" | "/contact/" | "reload" } | undefined;

/** The message about a failure: the id of its text, and where a press on it leads. */
export interface FailureWords {
  words: string;
  way: WayOn;
}

/** The message for a remote that failed (B290): what does not work, what still does, and where to go from there. */
export function pickFailure(
  { remote, isLate }: Pick<SiteEvents["remote:failed"], "remote" | "isLate">,
  page: string,
  isOnline: boolean,
): FailureWords {
  if (!isOnline) return { words: "shell.offline.part", way: { to: "reload" } };
  if (isLate) return { words: "shell.failure.late", way: undefined };
  switch (remote) {
    case "navigation":
      return { words: "shell.failure.navigation", way: { to: "reload" } };
    case "support-chat":
      return { words: "shell.failure.chat", way: { to: "/contact/" } };
    case "download":
      if (page === "download") return { words: "shell.failure.download-page", way: { to: "reload" } };
      return { words: "shell.failure.download", way: { to: "/download/" } };
    default:
      return { words: "shell.failure.page", way: { to: "reload" } };
  }
}
