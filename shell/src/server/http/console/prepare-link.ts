import { createElement as h, type ReactElement } from "react";
import type { Reader } from "../../console/console-sources.ts";
import type { AskedAction } from "../../console/prepare-action.ts";
import { consolePath } from "./parts.ts";

/** The address at which an action is prepared. */
export const preparePath = `${consolePath}/prepare`;

/** Whether a person may prepare changes of the site. */
export function canAct({ role }: Reader): boolean {
  return role === "operator";
}

/** The link to the form of an action, with an initial reason. @param of the subject of the action, for screen readers that list links alone */
export function PrepareLink(props: {
  action: AskedAction & { why?: string };
  text: string;
  of?: string;
  /** Whether it is the main action of a page. */
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
