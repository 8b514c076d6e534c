import { originRule, toOrigin } from "@site/contracts/publishing/origin";

/**
 * Parses the option `--against` of a development server.
 * @throws Error for a text that is not an address
 */
export function readAgainst(text: string): string {
  const origin = toOrigin(text);
  if (origin !== undefined) return origin;
  throw new Error(`--against ${text} is no address of a site. It is ${originRule}.`);
}
