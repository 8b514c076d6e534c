import type { FastifyReply } from "fastify";
import type { OverriddenSet } from "../../live/pick-set.ts";
import { pageGap } from "../../pages/page-plan.ts";
import { allowStyle } from "../../testers/break-styles.ts";
import { allowOverlay, markPage, type UnmarkedPage } from "../../testers/tester-mark.ts";

const policyHeader = "content-security-policy";

/** Tells a person who signed in the set of an answer, with its releases. */
export function nameSet({ state }: OverriddenSet, reply: FastifyReply): FastifyReply {
  const { id, versions } = state.set;
  const releases = Object.entries(versions).map(([name, version]) => `${name}@${version}`);
  return reply.header("site-set", [id, ...releases].join(" "));
}

/**
 * Sends a signed-in person a page with the mark and data for testers. It is made for each request and has no ETag.
 * @param words what stands in the gaps of an error page
 */
export function sendMarked(
  reply: FastifyReply,
  { html, overridden, times }: Omit<UnmarkedPage, "path">,
  words: Readonly<Record<string, string>> = {},
): FastifyReply {
  const page = html.replaceAll(pageGap, (mark) => words[mark] ?? "");
  const { html: marked, overlay, style } = markPage({ html: page, overridden, path: reply.request.url, times });
  const policy = reply.getHeader(policyHeader);
  if (typeof policy === "string") {
    const styled = style ? allowStyle(policy, style) : policy;
    reply.header(policyHeader, overlay ? allowOverlay(styled, overlay) : styled);
  }
  return reply.send(marked);
}
