import { expect, test } from "vitest";
import { readBucket, toBucketCookie } from "./bucket.ts";

test.each([
  ["bucket=0", 0],
  ["bucket=7", 7],
  ["bucket=99", 99],
  ["locale=en; bucket=42", 42],
  ["bucket=42;locale=en", 42],
  ["locale=en; bucket=42; closeRM=1", 42],
])("a visitor's bucket is read of the cookies %j", (cookies, bucket) => {
  expect(readBucket(cookies)).toBe(bucket);
});

test.each([undefined, "", "bucket=", "bucket=100", "bucket=-1", "bucket=1.5", "bucket=x", "oldbucket=7", "a=bucket=7"])(
  "the cookies %j name no bucket",
  (cookies) => {
    expect(readBucket(cookies)).toBeUndefined();
  },
);

test("a visitor's bucket is in a cookie for 90 days that is sent to this host over https alone, and that no script can read", () => {
  expect(toBucketCookie(42)).toBe("bucket=42; Path=/; Max-Age=7776000; SameSite=Lax; Secure; HttpOnly");
});

test("a bucket that is drawn is one of a hundred", () => {
  const drawn = Array.from({ length: 2000 }, () => readBucket(toBucketCookie()));
  expect(drawn.every((bucket) => bucket !== undefined && bucket >= 0 && bucket < 100)).toBe(true);
  expect(new Set(drawn).size).toBeGreaterThan(50);
});
