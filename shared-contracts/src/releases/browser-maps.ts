/**
 * The file of a release that says which place of a source each place of its browser scripts comes from: source maps by script, such as
 * `remoteEntry.js`, as JSON that is compressed with gzip. Browsers do not get it, and it has no source's text.
 */
export const browserMapsFile = "server/browser-maps.json.gz";
