import { randomInt } from "node:crypto";
import { bucketCookie } from "@site/contracts/site/cookie-names";

/** Visitors are divided into this many buckets, numbered from 0. */
export const bucketCount = 100;

/** Lifetime of the cookie in seconds: 90 days, longer than a canary runs. */
const bucketAgeSeconds = 90 * 86_400;

const pattern = new RegExp(`(?:^|;) ?${bucketCookie}=(\\d{1,2})(?:;|$)`);

/** The bucket that a visitor's cookie names; undefined on a first visit, and for any other value. */
export function readBucket(cookies: string | undefined): number | undefined {
  const [, bucket] = (cookies !== undefined && pattern.exec(cookies)) || [];
  return bucket === undefined ? undefined : Number(bucket);
}

/** A cookie with a random bucket. It says nothing about the visitor, and no script can read it. */
export function toBucketCookie(bucket = randomInt(bucketCount)): string {
  return `${bucketCookie}=${bucket}; Path=/; Max-Age=${bucketAgeSeconds}; SameSite=Lax; Secure; HttpOnly`;
}
