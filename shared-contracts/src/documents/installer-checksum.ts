import * as v from "valibot";

/** What visitors compare a downloaded file with: its name, its version and its SHA-256. */
export const installerChecksumSchema = v.strictObject({
  file: v.pipe(
    v.string(),
    v.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, "expected the name of a file, such as client-setup.exe"),
  ),
  version: v.pipe(v.string(), v.regex(/^\d{1,6}(\.\d{1,6}){0,3}$/, "expected a version, such as 4.2.0")),
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, "expected 64 hexadecimal digits in lower case")),
});

const checksumSchema = v.optional(installerChecksumSchema);

/** The checksums a site publishes, by client; a client without one shows none. Clients from an app store need none: the store checks them. */
export const installerChecksumsSchema = v.strictObject({
  checksums: v.strictObject({ windows: checksumSchema, osx: checksumSchema, android: checksumSchema }),
});
