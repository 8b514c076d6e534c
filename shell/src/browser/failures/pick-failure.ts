import type { SiteEvents } from "@site/contracts/events/events";

/** Where a press on the words leads: a path of the site, or the present page anew. */
export type WayOn = { to: "/download/" | "/contact/" | "reload" } | undefined;

/** What is said of a failure: the id of its words, and the way on. */
export interface FailureWords {
  words: string;
  way: WayOn;
}

/** The words for a remote that failed (B290): what does not work, what still does, and where to go from there. */
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
