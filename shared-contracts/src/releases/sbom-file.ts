/** The file of a release that lists the packages which it is made of, as a CycloneDX document. Browsers do not get it. */
export const sbomFile = "server/sbom.cdx.json";
