import type { Digest } from "@site/contracts/releases/digest";
import { hideSecrets } from "@site/contracts/errors/hide-secrets";
import { originRule, toOrigin } from "@site/contracts/publishing/origin";
import { InvalidArgumentError } from "commander";
import { toDuration } from "../../src/server/publishing/duration.ts";
import { maxReasonLength } from "../../src/server/releases/reason-length.ts";
import { findReasonProblem, isOption } from "../../src/server/releases/reason-rule.ts";
import { ownerPattern } from "../../src/server/releases/trust/owner-name.ts";
import { maxTrustReasonLength } from "../../src/server/releases/trust/reason-length.ts";
import { isRootDigest, rootDigestRule } from "./root-digest.ts";

/** Parses the number of a revision. */
export function parseRevision(text: string): number {
  return parseWholeNumber(text, 1, "A revision is a whole number from 1 on, such as 41");
}

/** Parses the revision a channel is expected at. */
export function parseExpected(text: string): number {
  return parseWholeNumber(text, 0, "A revision is a whole number, such as 41; 0 stands for a channel without any");
}

/** Parses a count. */
export function parseCount(text: string): number {
  return parseWholeNumber(text, 1, "It is a whole number from 1 on, such as 20");
}

/** Parses a lifetime in days. */
export function parseDays(text: string): number {
  return parseUpTo(text, 3650, "days");
}

/** Parses a lifetime in hours. */
export function parseHours(text: string): number {
  return parseUpTo(text, 8760, "hours");
}

function parseUpTo(text: string, most: number, unit: string): number {
  const rule = `It is a whole number of ${unit} from 1 to ${most}`;
  const count = parseWholeNumber(text, 1, rule);
  if (count > most) throw new InvalidArgumentError(`${rule}.`);
  return count;
}

/** Parses the number of NATS servers that keep a store. */
export function parseReplicas(text: string): number {
  if (!["1", "3", "5"].includes(text)) throw new InvalidArgumentError("A store is kept on 1, 3 or 5 servers of NATS.");
  return Number(text);
}

/** Parses a share of visitors. */
export function parsePercent(text: string): number {
  const percent = parseWholeNumber(text.replace(/ ?%$/, ""), 0, "A share is a whole number from 0 to 100, such as 5");
  if (percent > 100) throw new InvalidArgumentError("A share is a whole number from 0 to 100, such as 5.");
  return percent;
}

/** Parses a duration: `30m`, `12h`, `7d`. @returns milliseconds */
export function parseDuration(text: string): number {
  const duration = toDuration(text);
  if (duration === undefined)
    throw new InvalidArgumentError(
      "Write for how long, from 1 to 9999 minutes, hours or days, such as 30m, 12h or 7d.",
    );
  return duration;
}

/** Parses a number of seconds to wait. */
export function parseSeconds(text: string): number {
  return parseWholeNumber(text, 0, "It is a whole number of seconds, such as 20");
}

/** Parses a reason for the history, which must not be empty. */
export function parseReason(text: string): string {
  return parseReasonOf(text, maxReasonLength);
}

/** Parses a reason for the trust list, which must not be empty. */
export function parseTrustReason(text: string): string {
  return parseReasonOf(text, maxTrustReasonLength);
}

/** Parses the owner of a key, a token or a server. */
export function parseOwner(text: string): string {
  const owner = text.trim();
  if (isOption(owner))
    throw new InvalidArgumentError("Write whose it is before the next option: this is an option itself.");
  if (hideSecrets(owner) !== owner)
    throw new InvalidArgumentError("This is a token or a private key, and lists repeat it. Write whose it is.");
  if (ownerPattern.test(owner)) return owner;
  throw new InvalidArgumentError(
    'Write whose it is in one line of 1 to 80 characters, without control characters, such as "CI of content".',
  );
}

function parseReasonOf(text: string, most: number): string {
  const reason = text.trim();
  const problem = findReasonProblem(reason, most);
  if (problem !== undefined) throw new InvalidArgumentError(problem);
  return reason;
}

/** Parses the address of a running site or server. @returns its origin */
export function parseOrigin(text: string): string {
  const origin = toOrigin(text);
  if (origin !== undefined) return origin;
  throw new InvalidArgumentError(`It is ${originRule}.`);
}

/** Parses the address of a page of a site. @returns the site's origin */
export function parsePageAddress(text: string): string {
  return parseOrigin(URL.parse(text)?.origin ?? text);
}

/** Parses the sha384 of a root of the trust list. */
export function parseRootDigest(text: string): Digest {
  if (isRootDigest(text)) return text;
  throw new InvalidArgumentError(`It is ${rootDigestRule}`);
}

/** Parses the public half of an Ed25519 key. */
export function parsePublicKey(text: string): string {
  if (/^[0-9a-f]{64}$/.test(text)) return text;
  throw new InvalidArgumentError("It is 64 hexadecimal digits; site trust key prints them.");
}

function parseWholeNumber(text: string, least: number, rule: string): number {
  const number = Number(text);
  if (/^\d{1,9}$/.test(text) && number >= least) return number;
  throw new InvalidArgumentError(`${rule}.`);
}
