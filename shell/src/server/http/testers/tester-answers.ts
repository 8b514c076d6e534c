import type { FastifyReply, FastifyRequest } from "fastify";
import { escapePath, isSitePath } from "@site/contracts/site/safe-url";
import { signInPath } from "../../../layout/tester-facts.ts";
import { isLocalName } from "../answers/is-local.ts";
import { testerPolicy } from "../../policies/response-headers.ts";
import { toCookie } from "../../testers/cookies.ts";
import { renderTesterPage, type TesterPage } from "./tester-pages.ts";

/** Sends a page for testers, which no cache stores. */
export async function sendPage(reply: FastifyReply, page: TesterPage): Promise<FastifyReply> {
  return reply
    .headers(testerPolicy)
    .header("cache-control", "private, no-store")
    .type("text/html; charset=utf-8")
    .send(await renderTesterPage(page));
}

/** Redirects from a form to a page. The path is encoded, because a header may contain ASCII only. */
export function goTo(reply: FastifyReply, path: string): FastifyReply {
  return reply.code(303).header("cache-control", "private, no-store").header("location", escapePath(path)).send();
}

/** Redirects to the sign-in, and from there back. @param back a path of this site */
export function goToSignIn(reply: FastifyReply, back: string): FastifyReply {
  return goTo(reply, `${signInPath}?to=${encodeURIComponent(back)}`);
}

/**
 * Whether a page of this site sent a form. Browsers report that in a header that no page can set. Older ones send the page's origin, and http origins
 * count on this machine only: elsewhere, a page over http may have been changed in transit.
 */
export function isOwnForm({ headers, host }: FastifyRequest): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin";
  const origin = URL.parse(headers.origin ?? "");
  return origin?.host === host && (origin.protocol === "https:" || isLocalName(origin.hostname));
}

/**
 * Whether the origin of a form is this host over http. {@link isOwnForm} refuses it on any other machine than the server's, as that of a phone in the same
 * network.
 */
export function isPlainForm({ headers, host }: FastifyRequest): boolean {
  const origin = URL.parse(headers.origin ?? "");
  return headers["sec-fetch-site"] === undefined && origin?.host === host && origin.protocol === "http:";
}

/** The given path, if it is one of this site; the home page otherwise. JSON texts may be ill-formed Unicode, which no address can contain. */
export function toSitePath(value: unknown): string {
  return typeof value === "string" && value.length <= 2000 && isSitePath(value) ? value.toWellFormed() : "/";
}

/** The path of the page that sent a form; `/` for a page of another site, or one below `/-/`. */
export function readReferrer({ headers: { referer = "" }, host }: FastifyRequest): string {
  const url = URL.canParse(referer) ? new URL(referer) : undefined;
  return url?.host === host && !url.pathname.startsWith("/-/") ? toSitePath(`${url.pathname}${url.search}`) : "/";
}

/** Whether a request follows from the sign-in: a browser names the page that sent the form, also over redirects. */
export function isAfterSignIn({ headers: { referer = "" }, host }: FastifyRequest): boolean {
  const url = URL.parse(referer);
  return url?.host === host && url.pathname === signInPath;
}

/** Removes a cookie. */
export const removal = (name: string): string => toCookie(name, "", 0);
