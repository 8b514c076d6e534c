/** How a private key in PEM begins, as a pattern. */
export const privateKeyStart = String.raw`-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY-----`;

/** A token of `site tokens`, whose id may be known, and a private key in PEM, also one that is part of a JSON string or cut off. */
const secrets = new RegExp(
  String.raw`\bsite_([0-9a-f]{12})_[\w-]{20,}|${privateKeyStart}(?:\\+[nr]|[\w+/=\s])*(?:-----END (?:[A-Z0-9]+ )*PRIVATE KEY-----)?`,
  "g",
);

/**
 * A text for people and logs without the tokens and private keys that it repeats, as of a variable that was given the wrong value. The id of a token
 * stays: it is what a revocation needs.
 */
export function hideSecrets(text: string): string {
  return text.replaceAll(secrets, (_secret, id?: string) => (id === undefined ? "(a private key)" : `site_${id}_…`));
}
