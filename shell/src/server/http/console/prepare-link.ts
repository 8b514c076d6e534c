import { createElement as h, type ReactElement } from "react";
import type { Reader } from "../../console/console-sources.ts";
import type { AskedAction } from "../../console/prepare-action.ts";
import { consolePath } from "./parts.ts";

/** Where an action is prepared. */
export const preparePath = `${consolePath}/prepare`;

/** Whether a person may prepare what changes the site. */
export function canAct({ role }: Reader): boolean {
  return role === "operator";
}

/** The link to the form of an action, with a reason to begin with. @param of what it is done to, for who hears the links alone */
export function PrepareLink(props: {
  action: AskedAction & { why?: string };
  text: string;
  of?: string;
  /** Whether it is the one action that a page is for. */
  isPrimary?: boolean;
}): ReactElement {
  const { action, text, of, isPrimary = false } = props;
  const query = new URLSearchParams(Object.entries(action).map(([key, value]) => [key, String(value)]));
  return h(
    "a",
    {
      className: isPrimary ? "act primary" : "act",
      href: `${preparePath}?${query}`,
      ...(of !== undefined && { "aria-label": `${text} ${of}` }),
    },
    text,
  );
}
