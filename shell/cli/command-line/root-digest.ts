import type { Digest } from "@site/contracts/releases/digest";
import { digestSchema } from "@site/contracts/releases/digest-schema";
import * as v from "valibot";

/** The format of a root's digest, for the sentence that refuses another text. */
export const rootDigestRule = "the sha384 of a root of the trust list: 96 hexadecimal digits.";

export const isRootDigest = (text: string): text is Digest => v.is(digestSchema, text);

/**
 * Parses the option `--trust-root` of a development server.
 * @throws Error for a text that is not a digest
 */
export function readTrustRoot(text: string | undefined): Digest | undefined {
  if (text === undefined || isRootDigest(text)) return text;
  throw new Error(`--trust-root is ${rootDigestRule}`);
}
