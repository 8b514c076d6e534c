import type { FastifyReply, FastifyRequest } from "fastify";
import { escapePath, isSitePath } from "@site/contracts/site/safe-url";
import { signInPath } from "../../../layout/tester-facts.ts";
import { isLocalName } from "../answers/is-local.ts";
import { testerPolicy } from "../../policies/response-headers.ts";
import { toCookie } from "../../testers/cookies.ts";
import { renderTesterPage, type TesterPage } from "./tester-pages.ts";

/** Sends a page for testers, which no cache keeps. */
export async function sendPage(reply: FastifyReply, page: TesterPage): Promise<FastifyReply> {
  return reply
    .headers(testerPolicy)
    .header("cache-control", "private, no-store")
    .type("text/html; charset=utf-8")
    .send(await renderTesterPage(page));
}

/** Leads from a form to a page. A header has ASCII alone, and a form may name a page in any letters. */
export function goTo(reply: FastifyReply, path: string): FastifyReply {
  return reply.code(303).header("cache-control", "private, no-store").header("location", escapePath(path)).send();
}

/** Leads to the sign-in, and from there back. @param back a path of this site */
export function goToSignIn(reply: FastifyReply, back: string): FastifyReply {
  return goTo(reply, `${signInPath}?to=${encodeURIComponent(back)}`);
}

/**
 * Whether a page of this site sent a form. Browsers say so in a header that no page can write. Older ones name the page's origin, of which
 * http counts on this machine alone: anywhere else, a page of http may have been changed on its way.
 */
export function isOwnForm({ headers, host }: FastifyRequest): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin";
  const origin = URL.parse(headers.origin ?? "");
  return origin?.host === host && (origin.protocol === "https:" || isLocalName(origin.hostname));
}

/** A path of this site, as it was given; the home page for anything else. JSON may have texts that are no Unicode, which no address can have. */
export function toSitePath(value: unknown): string {
  return typeof value === "string" && value.length <= 2000 && isSitePath(value) ? value.toWellFormed() : "/";
}

/** The page that a form was sent from, when it is one of this site. */
export function readReferrer({ headers: { referer = "" }, host }: FastifyRequest): string {
  const url = URL.canParse(referer) ? new URL(referer) : undefined;
  return url?.host === host && !url.pathname.startsWith("/-/") ? toSitePath(`${url.pathname}${url.search}`) : "/";
}

/** Removes a cookie. */
export const removal = (name: string): string => toCookie(name, "", 0);
